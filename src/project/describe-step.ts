import type { Step } from '../interpret/trace.ts';
import type { StepKind } from '../report/finding.ts';

/** A step in a few words, with the names of the user's code. */
export function describeStep(step: Step): { readonly kind: StepKind; readonly text: string } {
  const { fact } = step;
  switch (fact.kind) {
    case 'verification':
      return { kind: 'verification', text: `the signature is verified: \`${step.name}\`` };
    case 'operation': {
      const { operation } = fact;
      const table = operation.table === null ? 'a table' : `\`${operation.table}\``;
      switch (operation.action) {
        case 'read':
          return operation.lock === 'update'
            ? { kind: 'guard', text: `reads and locks a row of ${table}` }
            : { kind: 'read', text: `reads ${table}` };
        case 'insert':
          return { kind: operation.conflict?.action === 'ignore' ? 'claim' : 'write', text: `inserts into ${table}` };
        case 'update': {
          const columns = operation.columns
            .map((column) => column.column)
            .slice(0, 4)
            .join(', ');
          return {
            kind: operation.takesRow ? 'claim' : 'write',
            text: operation.takesRow ? `takes a row of ${table}` : `updates ${table}${columns ? ` (${columns})` : ''}`,
          };
        }
        case 'delete':
          return { kind: 'write', text: `deletes from ${table}` };
        case 'lock':
          return { kind: 'guard', text: `locks ${table}` };
      }
      break;
    }
    case 'effect':
      return { kind: 'effect', text: `${fact.does}: \`${fact.purpose ?? step.name}\`` };
    case 'claim':
      return { kind: 'claim', text: `claims: \`${step.name}\`` };
    case 'lock':
      return { kind: 'guard', text: `takes a lock: \`${step.name}\`` };
    case 'memory':
      return fact.action === 'read'
        ? { kind: 'guard', text: `looks it up in the memory of this process: \`${fact.collection}\`` }
        : {
            kind: 'write',
            text: `${fact.action === 'write' ? 'keeps it in' : 'drops it from'} the memory of this process: \`${fact.collection}\``,
          };
    case 'maybe-claim':
      return { kind: 'guard', text: `calls \`${fact.name}\`, which was not followed` };
    case 'refetch':
      return { kind: 'guard', text: `fetches from the provider: \`${step.name}\`` };
    case 'ordering':
      return { kind: 'guard', text: `compares the event's time: \`${step.name}\`` };
    case 'begin':
      return { kind: 'begin', text: 'a transaction begins' };
    case 'commit':
      return { kind: 'commit', text: 'the transaction commits' };
    case 'rollback':
      return { kind: 'rollback', text: 'the transaction is rolled back' };
    case 'acknowledgement':
      return {
        kind: 'acknowledgement',
        text: fact.status === null ? 'the answer is sent' : `the answer ${fact.status} is sent`,
      };
  }
  return { kind: 'write', text: step.text };
}

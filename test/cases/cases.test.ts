import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rules } from '../../rules/index.ts';
import type { RuleLevel } from '../../src/analyze.ts';
import { analyze } from '../../src/analyze.ts';
import { writeApp } from '../support/rule-tester.ts';
import type { Case } from './case.ts';
import { blindTransitions } from './blind-transitions.ts';
import { claimOutcomes } from './claim-outcomes.ts';
import { claimWrappers } from './claim-wrappers.ts';
import { claimsInOrms } from './claims-in-orms.ts';
import { claimsInSql } from './claims-in-sql.ts';
import { claimsInSqlite } from './claims-in-sqlite.ts';
import { claimsInStores } from './claims-in-stores.ts';
import { claimsThatFail } from './claims-that-fail.ts';
import { databaseFunctions } from './database-functions.ts';
import { evasions } from './evasions.ts';
import { hosts } from './hosts.ts';
import { idempotencyKeys } from './idempotency-keys.ts';
import { lookAlikes } from './look-alikes.ts';
import { oddSyntax } from './odd-syntax.ts';
import { ownLibrary } from './own-library.ts';
import { realCode } from './real-code.ts';
import { requestsOfPeople } from './requests-of-people.ts';
import { severalDefects } from './several-defects.ts';
import { transactions } from './transactions.ts';
import { transitions } from './transitions.ts';

const kinds: readonly (readonly [kind: string, cases: readonly Case[]])[] = [
  ['blind-transitions', blindTransitions],
  ['claim-outcomes', claimOutcomes],
  ['claim-wrappers', claimWrappers],
  ['claims-in-orms', claimsInOrms],
  ['claims-in-sql', claimsInSql],
  ['claims-in-sqlite', claimsInSqlite],
  ['claims-in-stores', claimsInStores],
  ['claims-that-fail', claimsThatFail],
  ['database-functions', databaseFunctions],
  ['evasions', evasions],
  ['hosts', hosts],
  ['idempotency-keys', idempotencyKeys],
  ['look-alikes', lookAlikes],
  ['odd-syntax', oddSyntax],
  ['own-library', ownLibrary],
  ['real-code', realCode],
  ['requests-of-people', requestsOfPeople],
  ['several-defects', severalDefects],
  ['transactions', transactions],
  ['transitions', transitions],
];

/** The kinds that are silent because they hold no handler, or none that a provider calls. */
const withoutHandlers: ReadonlySet<string> = new Set(['look-alikes', 'requests-of-people']);

const rulesOfCases: ReadonlySet<string> = new Set([
  'no-check-then-act',
  'no-effect-before-claim',
  'require-guarded-transition',
  'require-idempotency-key',
]);
/** Code of real repositories is held against all that is on by default. */
const kindsWithAllRules: ReadonlySet<string> = new Set(['own-library', 'real-code', 'several-defects']);
const offByDefault: ReadonlySet<string> = new Set(['prefer-inbox', 'require-double-delivery-test']);

const levelsOf = (kind: string) =>
  Object.fromEntries(
    Object.keys(rules).map((name): [string, RuleLevel] => [
      name,
      (kindsWithAllRules.has(kind) ? !offByDefault.has(name) : rulesOfCases.has(name)) ? 'error' : 'off',
    ]),
  );

const folderOf = (kind: string, index: number) => `${kind}/${index + 1}`;

const pathOf = writeApp(
  Object.fromEntries(
    kinds.flatMap(([kind, cases]) =>
      cases.flatMap(({ files }, index) =>
        Object.entries({ 'package.json': '{ "name": "app", "type": "module" }', ...files }).map(
          ([file, text]): [string, string] => [`${folderOf(kind, index)}/${file}`, text],
        ),
      ),
    ),
  ),
);

for (const [kind, cases] of kinds) {
  describe(kind, () => {
    for (const [index, { name, reports = [] }] of cases.entries()) {
      it(name, async () => {
        const root = pathOf(folderOf(kind, index));

        const { findings, handlers, warnings } = await analyze({ root, rules: levelsOf(kind) });

        const found = findings.map(({ rule, place }) => `${relative(root, place.file)}:${place.line} ${rule}`);
        expect(found.sort()).toEqual([...reports].sort());
        expect(warnings).toEqual([]);
        // An app whose handler goes unseen would be silent for no reason.
        if (!withoutHandlers.has(kind)) expect(handlers).not.toEqual([]);
      });
    }
  });
}

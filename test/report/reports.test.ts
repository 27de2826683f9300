import { describe, expect, it } from 'vitest';
import type { BlastRadius, Confidence, Finding } from '../../src/report/finding.ts';
import type { Report } from '../../src/report/report.ts';
import { renderJson } from '../../src/report/json.ts';
import { renderText } from '../../src/report/text.ts';

const text = `import { pay } from './pay';

export async function onOrder(event) {
\tawait pay(event.order, {
\t  twice: true,
\t});
}
`;

function finding(blastRadius: BlastRadius, confidence: Confidence, line: number, column = 8): Finding {
  return {
    rule: 'no-effect-before-claim',
    messageId: 'effectBeforeClaim',
    message: 'A retry pays twice.',
    severity: blastRadius === 'state' ? 'warning' : 'error',
    place: { file: '/repo/src/order.ts', line, column, endLine: line + 2, endColumn: 4 },
    blastRadius,
    confidence,
    handler: { file: '/repo/src/order.ts', line: 3, name: 'onOrder' },
    effect: { file: '/repo/src/pay.ts', line: 9, text: 'stripe.transfers.create' },
    steps: [
      { file: '/repo/src/order.ts', line: 3, kind: 'delivery', text: 'Stripe delivers an event' },
      { file: '/repo/src/pay.ts', line: 19, kind: 'effect', text: '`stripe.transfers.create` pays' },
    ],
  };
}

function report(findings: readonly Finding[]): Report {
  return {
    root: '/repo',
    handlers: [{ file: '/repo/src/order.ts', line: 3, name: 'onOrder', provider: 'stripe', framework: null }],
    findings,
    textOf: (file) => (file === '/repo/src/order.ts' ? text : undefined),
  };
}

describe('the text report', () => {
  it('shows a finding with its code and its proof', () => {
    expect(renderText(report([finding('money', 'certain', 4)]), false)).toMatchInlineSnapshot(`
      "money  no-effect-before-claim  src/order.ts:4:8  (certain)
        A retry pays twice.
          2 |
          3 | export async function onOrder(event) {
        > 4 | 	await pay(event.order, {
            | 	      ~~~~~~~~~~~~~~~~~~
          5 | 	  twice: true,
          6 | 	});
          src/order.ts:3  delivery  Stripe delivers an event
          src/pay.ts:19   effect    \`stripe.transfers.create\` pays

      1 handler in 1 file: 1 finding (1 money), 1 error
      "
    `);
  });

  it('ranks by blast radius, then confidence, then place', () => {
    const findings = [
      finding('state', 'certain', 1),
      finding('money', 'likely', 2),
      finding('money', 'certain', 4),
      finding('money', 'certain', 3),
    ];
    const headers = renderText(report(findings), false)
      .split('\n')
      .filter((line) => line.includes('  no-effect-before-claim  '));
    expect(headers).toEqual([
      'money  no-effect-before-claim  src/order.ts:3:8  (certain)',
      'money  no-effect-before-claim  src/order.ts:4:8  (certain)',
      'money  no-effect-before-claim  src/order.ts:2:8  (likely)',
      'state  no-effect-before-claim  src/order.ts:1:8  (certain, warning)',
    ]);
  });

  it('sums up', () => {
    const last = (findings: readonly Finding[]) => renderText(report(findings), false).trimEnd().split('\n').at(-1);
    expect(last([])).toBe('1 handler in 1 file: no findings');
    expect(last([finding('money', 'certain', 4), finding('state', 'likely', 4)])).toBe(
      '1 handler in 1 file: 2 findings (1 money, 1 state), 1 error, 1 warning',
    );
    expect(renderText({ ...report([]), handlers: [] }, false)).toBe('no handlers: no findings\n');
  });

  it('cuts a bundled line around the place and lets no escape sequence through', () => {
    const bundle = `${'x'.repeat(5000)}\u001B[31mpay(event)${'y'.repeat(5000)}`;
    const at = {
      ...finding('money', 'certain', 1, 5006),
      place: { file: '/repo/src/order.ts', line: 1, column: 5006, endLine: 1, endColumn: 5016 },
    };
    const shown = renderText({ ...report([at]), textOf: () => bundle }, false);
    const [code, mark] = shown.split('\n').slice(2, 4);
    expect(shown).not.toContain('\u001B');
    expect(code?.length).toBeLessThan(130);
    expect(code?.slice(mark?.indexOf('~'), (mark?.lastIndexOf('~') ?? 0) + 1)).toBe('pay(event)');
  });

  it('colours only when asked', () => {
    expect(renderText(report([finding('money', 'certain', 4)]), true)).toContain('\u001B[31mmoney\u001B[39m');
  });

  it('shows a finding whose text is gone without a frame', () => {
    expect(renderText({ ...report([finding('money', 'certain', 4)]), textOf: () => undefined }, false)).not.toContain(
      '~',
    );
  });
});

describe('the JSON report', () => {
  it('is one object with the fields of its contract and paths from the working directory', () => {
    expect(JSON.parse(renderJson(report([finding('money', 'certain', 4)])))).toEqual({
      version: 1,
      root: '/repo',
      handlers: [{ file: 'src/order.ts', line: 3, name: 'onOrder', provider: 'stripe', framework: null }],
      findings: [
        {
          rule: 'no-effect-before-claim',
          file: 'src/order.ts',
          line: 4,
          column: 8,
          endLine: 6,
          endColumn: 4,
          blastRadius: 'money',
          confidence: 'certain',
          message: 'A retry pays twice.',
          handler: { file: 'src/order.ts', line: 3, name: 'onOrder' },
          effect: { file: 'src/pay.ts', line: 9, text: 'stripe.transfers.create' },
          steps: [
            { file: 'src/order.ts', line: 3, kind: 'delivery', text: 'Stripe delivers an event' },
            { file: 'src/pay.ts', line: 19, kind: 'effect', text: '`stripe.transfers.create` pays' },
          ],
        },
      ],
    });
  });

  it('says null where there is no handler and no effect', () => {
    const bare = { ...finding('state', 'likely', 4), handler: null, effect: null };
    expect((JSON.parse(renderJson(report([bare]))) as { findings: unknown[] }).findings[0]).toMatchObject({
      handler: null,
      effect: null,
    });
  });
});

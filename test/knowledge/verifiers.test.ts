import { describe, expect, test } from 'vitest';
import { traceOne } from './trace-app.ts';

const verified = (imports: string, body: string) => {
  const { steps, providers } = traceOne({
    'app/in/route.ts': `
      ${imports}
      export async function POST(req: Request) {
        const raw = await req.text();
        const headers = Object.fromEntries(req.headers);
        ${body}
        return new Response();
      }
    `,
  });
  return [...steps.filter((step) => step.startsWith('verify')), ...providers];
};

describe('verifiers', () => {
  test.each([
    ["import { Webhook } from 'svix'; const w = new Webhook('');", 'w.verify(raw, headers)', 'svix'],
    [
      "import { Webhook } from 'standardwebhooks'; const w = new Webhook('');",
      'w.verify(raw, headers)',
      'standardwebhooks',
    ],
    [
      "import { Webhooks } from '@octokit/webhooks'; const w = new Webhooks({ secret: '' });",
      "if (!(await w.verify(raw, ''))) return new Response();",
      'github',
    ],
    [
      "import { verify } from '@octokit/webhooks-methods';",
      "if (!(await verify('', raw, ''))) return new Response();",
      'github',
    ],
    ["import { validateEvent } from '@polar-sh/sdk/webhooks';", "validateEvent(raw, headers, '')", 'polar'],
    [
      "import { Paddle } from '@paddle/paddle-node-sdk'; const p = new Paddle('');",
      "await p.webhooks.unmarshal(raw, '', '')",
      'paddle',
    ],
    [
      "import Razorpay from 'razorpay';",
      "if (!Razorpay.validateWebhookSignature(raw, '', '')) return new Response();",
      'razorpay',
    ],
    [
      "import { WebhooksHelper } from 'square';",
      'if (!(await WebhooksHelper.verifySignature({ requestBody: raw }))) return new Response();',
      'square',
    ],
    [
      "import { LinearWebhookClient } from '@linear/sdk/webhooks'; const w = new LinearWebhookClient('');",
      "w.parseData(raw, '')",
      'linear',
    ],
    [
      "import { EventWebhook } from '@sendgrid/eventwebhook';",
      "if (!new EventWebhook().verifySignature('', raw, '', '')) return new Response();",
      'sendgrid',
    ],
    [
      "import { Resend } from 'resend'; const r = new Resend('');",
      "r.webhooks.verify({ payload: raw, headers, webhookSecret: '' })",
      'resend',
    ],
  ])('%s', (imports, body, provider) => {
    expect(verified(imports, body)).toEqual([`verify ${provider} over the body`, provider]);
  });

  test('a verifier that is given the request reads the body itself', () => {
    expect(
      verified("import { verifyWebhook } from '@clerk/nextjs/webhooks';", 'const event = await verifyWebhook(req);'),
    ).toEqual(['verify clerk over nothing', 'clerk']);
  });

  test('what is signed is found in how the expected signature was made', () => {
    expect(
      verified(
        "import { createHmac, timingSafeEqual } from 'node:crypto';",
        `
          const expected = Buffer.from('sha256=' + createHmac('sha256', process.env.S!).update(raw).digest('hex'));
          if (!timingSafeEqual(Buffer.from(req.headers.get('X-Hub-Signature-256') ?? ''), expected)) return new Response();
        `,
      ),
    ).toEqual(['verify ? over the body', 'github']);
    expect(
      verified('', "if (!(await crypto.subtle.verify('HMAC', key, signature, raw))) return new Response();"),
    ).toEqual(['verify ? over the body']);
  });
});

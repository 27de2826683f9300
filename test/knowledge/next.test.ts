import { describe, expect, test } from 'vitest';
import { traceApp, traceOne } from './trace-app.ts';

describe('next', () => {
  test('an app route answers with Response and NextResponse', () => {
    const { route, answers } = traceOne({
      'src/app/api/in/route.ts': `
        import { NextResponse } from 'next/server';
        import { headers } from 'next/headers';
        export async function POST(req: Request) {
          const list = await headers();
          if (!list.get('x')) return new NextResponse('no', { status: 401 });
          if ((await req.text()) === '') return NextResponse.json({ no: true }, { status: 400 });
          return Response.json({ ok: true });
        }
        export async function GET() { return new Response('page'); }
      `,
    });
    expect(route).toBe('src/app/api/in/route.ts');
    expect(answers.filter((status) => status !== 500)).toEqual([200, 400, 401]);
  });

  test('a page of the API folder has a Node response', () => {
    const { answers } = traceOne({
      'pages/api/in.ts': `
        import type { NextApiRequest, NextApiResponse } from 'next';
        export default async function handler(req: NextApiRequest, res: NextApiResponse) {
          if (req.method !== 'POST') return res.status(405).end();
          res.status(200).json({ ok: req.body });
        }
      `,
    });
    expect(answers).toContain(405);
    expect(answers).toContain(200);
  });

  test('after() runs when the answer is out', () => {
    const [handler] = traceApp({
      'app/hooks/route.ts': `
        import { after } from 'next/server';
        import { Resend } from 'resend';
        const resend = new Resend('re');
        export async function POST() {
          after(async () => { await resend.emails.send({ to: 'a' }); });
          return new Response(null, { status: 204 });
        }
      `,
    });
    expect(handler?.steps).toEqual(['message: sends a mail (key missing)']);
    expect(handler?.answers).toEqual([204]);
  });
});

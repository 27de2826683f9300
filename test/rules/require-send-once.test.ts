import rule from '../../rules/require-send-once.ts';
import { onBullmq, onLambda } from '../support/handlers.ts';
import { RuleTester, writeApp } from '../support/rule-tester.ts';

const app = writeApp({
  'migrations/001.sql': `
    CREATE TABLE arrivals (delivery text PRIMARY KEY);
    CREATE TABLE sent_mails (mail text PRIMARY KEY);
    CREATE TABLE bookings (id text PRIMARY KEY, status text NOT NULL, notified_at timestamptz);
  `,
  'src/letters.ts': `
    import nodemailer from 'nodemailer';
    import { Resend } from 'resend';
    const post = nodemailer.createTransport({});
    const resend = new Resend('re');
    export const confirm = (to: string) => post.sendMail({ to, subject: 'Confirmed', text: '' });
    export const confirmOnce = (to: string, key: string) => resend.emails.send({ from: 'a@b.c', to, subject: 'Confirmed', text: '' }, { idempotencyKey: key });
  `,
});
const worker = app('src/worker.ts');
const lambda = app('src/hook.ts');
const letters = "const { confirm, confirmOnce } = await import('./letters');";
const settle =
  "await pool.query(\"UPDATE bookings SET status = 'paid' WHERE id = $1 AND status = 'open'\", [event.booking]);";
const claim = `const claim = await pool.query('INSERT INTO arrivals (delivery) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
        if (claim.rowCount === 0) return { statusCode: 200 };`;
const mail = "await post.sendMail({ to: event.data.object.email, subject: 'Hi' });";
const released = (inner: string) => `
        ${claim}
        try {
          ${inner}
        } catch (error) {
          await pool.query('DELETE FROM arrivals WHERE delivery = $1', [event.id]);
          throw error;
        }`;

new RuleTester(app('')).run('require-send-once', rule, {
  valid: [
    {
      name: 'a receiver that takes a key',
      filename: worker,
      code: onBullmq(`
        ${letters}
        ${settle}
        await confirmOnce(event.email, event.booking);
      `),
    },
    {
      name: 'a record that only one attempt can insert',
      filename: worker,
      code: onBullmq(`
        ${letters}
        ${settle}
        const sent = await pool.query('INSERT INTO sent_mails (mail) VALUES ($1) ON CONFLICT DO NOTHING', [\`confirm:\${event.booking}\`]);
        if (sent.rowCount === 1) await confirm(event.email);
      `),
    },
    {
      name: 'a column that says whether it went out',
      filename: worker,
      code: onBullmq(`
        ${letters}
        const { rows } = await pool.query('SELECT * FROM bookings WHERE id = $1', [event.booking]);
        if (!rows[0].notified_at) await confirm(event.email);
        await pool.query('UPDATE bookings SET notified_at = now() WHERE id = $1', [event.booking]);
      `),
    },
    {
      name: 'a job that is nothing but the mail',
      filename: worker,
      code: onBullmq(`
        ${letters}
        await confirm(event.email);
      `),
    },
    {
      name: 'a sender that is known by its name alone',
      filename: worker,
      code: onBullmq(`
        const { sendConfirmation } = await import('./elsewhere');
        ${settle}
        await sendConfirmation(event.email);
      `),
    },
    {
      name: 'behind a claim that nobody can take again: that is what is wrong',
      filename: lambda,
      code: onLambda(`
        ${claim}
        ${mail}
      `),
    },
    {
      name: 'behind nothing at all: that is what is wrong',
      filename: lambda,
      code: onLambda(mail),
    },
  ],
  invalid: [
    {
      name: 'a consumer that writes and mails, the mail in another file: reported at its call',
      filename: worker,
      code: onBullmq(`
        ${letters}
        ${settle}
        await confirm(event.email);
      `),
      errors: [{ messageId: 'inWorker', line: 4 }],
    },
    {
      name: 'behind a claim that is released',
      filename: lambda,
      code: onLambda(
        released(`${mail}
          await stripe.refunds.create({ payment_intent: event.data.object.id }, { idempotencyKey: event.id });`),
      ),
      errors: [
        {
          message:
            'A delivery that takes the event over sends a mail a second time: the insert into `arrivals` (line 2) can be won again, `post.sendMail` (line 5) takes no idempotency key, and nothing records that the message went out.',
          line: 5,
        },
      ],
    },
  ],
});

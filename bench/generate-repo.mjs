// A repository of a size and a mix that a linter meets: mostly plain modules, some routes, a few webhook handlers.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const handlerCount = 40;

/**
 * Writes `files` source files below `root`. The same number gives the same repository.
 * @param {string} root
 * @param {number} files
 */
export function generateRepo(root, files) {
  const random = generator(files);
  /** @param {string} path @param {string} text */
  const write = (path, text) => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  write('package.json', JSON.stringify({ name: 'shop', private: true, type: 'module', dependencies }, null, 2));
  write('tsconfig.json', JSON.stringify({ compilerOptions: { strict: true, paths: { '@/*': ['./src/*'] } } }, null, 2));
  write('.gitignore', 'node_modules\ndist\n');
  write('migrations/001_init.sql', schema);
  write('src/lib/db.ts', database);
  write('src/lib/payments.ts', payments);

  const handlers = Math.min(handlerCount, files);
  for (let index = 0; index < handlers; index += 1) {
    write(`src/webhooks/${words[index % words.length]}-${index}.ts`, handler(index));
  }
  for (let index = handlers; index < files - 2; index += 1) {
    const area = words[index % words.length] ?? 'core';
    const roll = random();
    if (roll < 0.08) write(`src/routes/${area}/route-${index}.ts`, route(index, area));
    else if (roll < 0.38) write(`src/components/${area}/Panel${index}.tsx`, component(index, area));
    else if (roll < 0.5) write(`src/${area}/types-${index}.ts`, types(index, area));
    else write(`src/${area}/module-${index}.ts`, module(index, area, 3 + Math.floor(random() * 8)));
  }
}

/** @param {number} seed */
function generator(seed) {
  let state = seed || 1;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const words = [
  'orders',
  'billing',
  'catalog',
  'search',
  'accounts',
  'shipping',
  'reports',
  'mailing',
  'pricing',
  'admin',
];

const dependencies = { express: '^5.0.0', pg: '^8.0.0', stripe: '^18.0.0', nodemailer: '^7.0.0', react: '^19.0.0' };

const schema = `create table orders (id text primary key, status text not null, seller_amount integer not null);
create table processed_events (id bigserial primary key, event_id text not null, received_at timestamptz default now());
create table events (event_id text primary key, received_at timestamptz default now());
`;

const database = `import { Pool } from 'pg';

export const pool = new Pool({ connectionString: process.env.DATABASE_URL });

export async function findOrder(id: string) {
  const { rows } = await pool.query('select id, status, seller_amount from orders where id = $1', [id]);
  return rows[0];
}
`;

const payments = `import Stripe from 'stripe';

export const stripe = new Stripe(process.env.STRIPE_KEY ?? '');

export async function paySeller(order: { id: string; seller_amount: number }, account: string) {
  return stripe.transfers.create({ amount: order.seller_amount, currency: 'eur', destination: account });
}
`;

/** @param {number} index */
function handler(index) {
  const claims = index % 2 === 0;
  const guard = claims
    ? `    const claim = await pool.query('insert into events (event_id) values ($1) on conflict do nothing', [event.id]);
    if (claim.rowCount === 0) return res.json({ received: true });`
    : `    const seen = await pool.query('select 1 from processed_events where event_id = $1', [event.id]);
    if (seen.rows.length > 0) return res.json({ received: true });`;
  return `import express from 'express';
import nodemailer from 'nodemailer';
import { findOrder, pool } from '../lib/db';
import { paySeller, stripe } from '../lib/payments';

const mailer = nodemailer.createTransport({ host: 'localhost' });
export const router${index} = express.Router();

router${index}.post('/webhooks/${index}', express.raw({ type: 'application/json' }), async (req, res) => {
  let event;
  try {
    event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature'] as string, process.env.SECRET ?? '');
  } catch {
    return res.status(400).send('bad signature');
  }
  if (event.type === 'checkout.session.completed') {
${guard}
    const session = event.data.object;
    const order = await findOrder(String(session.client_reference_id));
    if (!order) return res.json({ received: true });
    await paySeller(order, 'acct_${index}');
    await mailer.sendMail({ to: session.customer_email ?? '', subject: 'Thank you', text: order.id });
    await pool.query('update orders set status = $2 where id = $1', [order.id, 'paid']);
${claims ? '' : `    await pool.query('insert into processed_events (event_id) values ($1)', [event.id]);\n`}  }
  return res.json({ received: true });
});
`;
}

/** @param {number} index @param {string} area */
function route(index, area) {
  return `import { Router } from 'express';
import { pool } from '../../lib/db';

export const ${area}Router${index} = Router();

${area}Router${index}.get('/${area}/:id', async (req, res) => {
  const { rows } = await pool.query('select * from ${area} where id = $1', [req.params.id]);
  if (rows.length === 0) return res.status(404).json({ error: 'not found' });
  return res.json(rows[0]);
});

${area}Router${index}.post('/${area}', async (req, res) => {
  const name = String(req.body?.name ?? '').trim();
  if (name === '') return res.status(422).json({ error: 'a name is needed' });
  const { rows } = await pool.query('insert into ${area} (name) values ($1) returning id', [name]);
  return res.status(201).json({ id: rows[0].id, name });
});
`;
}

/** @param {number} index @param {string} area */
function component(index, area) {
  return `import { useEffect, useMemo, useState } from 'react';

interface Row {
  readonly id: string;
  readonly label: string;
  readonly total: number;
}

interface Props {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly onSelect?: (row: Row) => void;
}

export function Panel${index}({ title, rows, onSelect }: Props) {
  const [query, setQuery] = useState('');
  const [selected, setSelected] = useState<string | null>(null);
  const shown = useMemo(() => rows.filter((row) => row.label.toLowerCase().includes(query.toLowerCase())), [rows, query]);
  const total = useMemo(() => shown.reduce((sum, row) => sum + row.total, 0), [shown]);

  useEffect(() => {
    document.title = \`\${title} (\${shown.length})\`;
  }, [title, shown.length]);

  return (
    <section className="${area}-panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <input value={query} onChange={(change) => setQuery(change.target.value)} placeholder="Search ${area}" />
      </header>
      <ul>
        {shown.map((row) => (
          <li key={row.id} className={row.id === selected ? 'selected' : undefined}>
            <button
              type="button"
              onClick={() => {
                setSelected(row.id);
                onSelect?.(row);
              }}
            >
              <span>{row.label}</span>
              <strong>{row.total.toFixed(2)}</strong>
            </button>
          </li>
        ))}
      </ul>
      <footer>{total > 0 ? <p>Total {total.toFixed(2)}</p> : <p>Nothing to show</p>}</footer>
    </section>
  );
}
`;
}

/** @param {number} index @param {string} area */
function types(index, area) {
  const fields = ['id', 'name', 'status', 'createdAt', 'updatedAt', 'owner', 'amount', 'currency', 'tags', 'notes'];
  return Array.from(
    { length: 6 },
    (_, at) => `export interface ${area}Record${index}_${at} {
${fields.map((field, column) => `  readonly ${field}: ${column % 3 === 0 ? 'string' : column % 3 === 1 ? 'number | null' : 'readonly string[]'};`).join('\n')}
}

export type ${area}Patch${index}_${at} = Partial<Omit<${area}Record${index}_${at}, 'id'>> & { readonly id: string };
`,
  ).join('\n');
}

/** @param {number} index @param {string} area @param {number} functions */
function module(index, area, functions) {
  return `import { readFile } from 'node:fs/promises';
import type { EventEmitter } from 'node:events';

const limits = { retries: 3, delay: 250, size: ${index} } as const;

${Array.from(
  { length: functions },
  (_, at) => `/** Picks what of the ${area} can be worked on in step ${at}. */
export function select${index}_${at}(items: readonly { id: string; weight: number; tags: string[] }[], wanted: string) {
  const found = new Map<string, number>();
  for (const { id, weight, tags } of items) {
    if (!tags.includes(wanted) || weight > limits.size + ${at}) continue;
    const before = found.get(id) ?? 0;
    found.set(id, before + weight);
  }
  return [...found].sort(([, a], [, b]) => b - a).map(([id, weight]) => ({ id, share: weight / Math.max(1, items.length) }));
}

export async function load${index}_${at}(path: string, events: EventEmitter): Promise<string[]> {
  for (let attempt = 0; attempt < limits.retries; attempt += 1) {
    try {
      const text = await readFile(path, 'utf8');
      events.emit('${area}:loaded', { path, length: text.length });
      return text.split('\\n').map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
    } catch (error) {
      if (attempt === limits.retries - 1) throw error;
      await new Promise((resolve) => setTimeout(resolve, limits.delay * 2 ** attempt));
    }
  }
  return [];
}
`,
).join('\n')}`;
}

import { describe, expect, test } from 'vitest';
import { describeSteps } from './describe-steps.ts';

const app = (body: string) => `
  import { createClient } from '@supabase/supabase-js';
  import { pay } from 'bank';
  const supabase = createClient('', '');
  export async function handler(event: any) { ${body} }
`;

describe('supabase', () => {
  test('the error is handed back', () => {
    expect(
      describeSteps(
        app(`
          const { error } = await supabase.from('events').insert({ provider: 'stripe', id: event.id });
          if (error?.code === '23505') return;
          if (error) throw error;
          await pay();
        `),
      ),
    ).toEqual(['insert events(provider="stripe", id=key)', 'pay when returned']);
  });

  test('ignored duplicates are told by the selected rows', () => {
    expect(
      describeSteps(
        app(`
          const { data } = await supabase.from('events').upsert({ id: event.id }, { onConflict: 'source, id', ignoreDuplicates: true }).select();
          if (!data?.length) return;
          await pay();
        `),
      ),
    ).toEqual(['insert events(id=key) ignoring (source, id)', 'pay when won']);
  });

  test('filters', () => {
    expect(
      describeSteps(
        app(`
          await supabase.from('profiles').update({ plan: 'pro' }).eq('id', event.user_id).neq('plan', 'pro').is('closed', null).in('kind', ['a']).throwOnError();
          await supabase.from('profiles').delete().match({ id: event.user_id }).not('closed', 'is', null).or('a.eq.1,b.eq.2');
        `),
      ),
    ).toEqual([
      'update profiles(plan="pro") where id = event and plan <> "pro" and closed is null and kind in "a"',
      'delete profiles where id = event and closed is not null and …',
    ]);
  });

  test('maybeSingle answers a row or null', () => {
    expect(
      describeSteps(
        app(`
          const { data } = await supabase.from('events').select('id').eq('id', event.id).maybeSingle();
          if (data) return;
          await pay();
        `),
      ),
    ).toEqual(['read events where id = key', 'pay when missing']);
  });
});

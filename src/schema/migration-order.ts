import { compareNatural } from './natural-order.ts';

/** Whether a migration runs no later than `last`: the name of its file or folder, or the number that it begins with. */
export function runsUpTo(file: string, last: string): boolean {
  const name = migrationName(file);
  const number = numberOf(name);
  if (number === undefined && name !== last) return false;
  const limit = /^V?\d[\d_.-]*$/i.test(last) ? numberOf(last) : undefined;
  if (limit !== undefined && number !== undefined) return number <= limit;
  return compareNatural(name, last) <= 0;
}

/** Of `20240101_init/migration.sql` the folder tells which one it is. */
function migrationName(file: string): string {
  const parts = file.split('/');
  const name = parts.at(-1) ?? '';
  return /^(?:migration|up|index)\.\w+$/.test(name) ? (parts.at(-2) ?? name) : name;
}

/** `V12__orders.sql`, `0007_events.sql`, `2025-04-02-claims.ts` */
function numberOf(name: string): bigint | undefined {
  const digits = /^V?(\d+(?:[-_.]\d+)*)/i.exec(name)?.[1]?.replaceAll(/\D/g, '');
  return digits === undefined ? undefined : BigInt(digits);
}

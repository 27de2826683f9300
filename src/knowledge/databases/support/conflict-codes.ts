/** Unique violations as the servers number them; clients on top hand them through. */

export const postgresConflict = ['23505'] as const;
export const mysqlConflict = ['ER_DUP_ENTRY', 1062] as const;
/** Primary codes 19, extended ones 1555 (primary key) and 2067 (unique). */
export const sqliteConflict = [
  'SQLITE_CONSTRAINT',
  'SQLITE_CONSTRAINT_UNIQUE',
  'SQLITE_CONSTRAINT_PRIMARYKEY',
  1555,
  2067,
] as const;
export const mongoConflict = [11000, 11001, 'E11000'] as const;

export const anySqlConflict = [...postgresConflict, ...mysqlConflict, ...sqliteConflict] as const;

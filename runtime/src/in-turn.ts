/** For each owner, who is at a key now; the promise says whether it succeeded and never rejects. */
const leaders = new WeakMap<object, Map<string, Promise<boolean>>>();

/**
 * Lets one at a time run for a key until one of them succeeds; from then on the ones that waited run at once. It bounds
 * what one process holds and decides nothing: other processes are kept apart by the database.
 */
export async function inTurn<T>(owner: object, key: string, run: () => Promise<T>): Promise<T> {
  const keys = leaders.get(owner) ?? new Map<string, Promise<boolean>>();
  leaders.set(owner, keys);
  for (let leader = keys.get(key); leader !== undefined; leader = keys.get(key)) {
    if (await leader) return run();
  }
  const running = run();
  const succeeded = running.then(
    () => true,
    () => false,
  );
  keys.set(key, succeeded);
  try {
    return await running;
  } finally {
    keys.delete(key);
  }
}

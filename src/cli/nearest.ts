/** Names that a person may have meant: those that hold what was typed, else those a few letters away, nearest first. */
export function nearest(typed: string, names: readonly string[]): readonly string[] {
  const wanted = typed.toLowerCase();
  if (wanted === '') return [];
  const holding = names.filter((name) => name.includes(wanted));
  if (holding.length > 0) return holding;
  const words = wanted.split('-').filter((word) => word.length > 3);
  return names
    .map((name) => ({
      name,
      distance: distance(wanted, name),
      shared: words.filter((word) => name.includes(word)).length,
    }))
    .filter(({ name, distance: far, shared }) => far <= Math.ceil(name.length / 4) || shared > 0)
    .sort((a, b) => b.shared - a.shared || a.distance - b.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** Letters to add, drop or change to get from one word to the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(from).entries()) {
    const next = [index + 1];
    for (const [at, other] of Array.from(to).entries())
      next.push(Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + (letter === other ? 0 : 1)));
    row = next;
  }
  return row[to.length] ?? 0;
}

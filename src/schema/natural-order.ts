/** Orders names the way migrations run: numbers by value, folder by folder, Flyway's repeatable ones last. */
export function compareNatural(a: string, b: string): number {
  const left = partsOf(a);
  const right = partsOf(b);
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const order = compareParts(left[index] ?? '', right[index] ?? '');
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function partsOf(name: string): string[] {
  const file = name.slice(name.lastIndexOf('/') + 1);
  const last = file.startsWith('R__') ? `${name.slice(0, name.length - file.length)}\uffff${file}` : name;
  return last.match(/\d+|\/|[^\d/]+/g) ?? [];
}

function compareParts(a: string, b: string): number {
  if (a === b) return 0;
  if (/^\d/.test(a) && /^\d/.test(b)) {
    const [left, right] = [BigInt(a), BigInt(b)];
    if (left !== right) return left < right ? -1 : 1;
    return a.length - b.length;
  }
  return a < b ? -1 : 1;
}

const unitSeconds: Readonly<Record<string, number>> = {
  second: 1, sec: 1, s: 1, minute: 60, min: 60, mins: 60, hour: 3600, hr: 3600, h: 3600, day: 86_400, d: 86_400,
  week: 604_800, month: 2_592_000, mon: 2_592_000, year: 31_536_000,
}; // prettier-ignore

/** Seconds of `7 days`, `-1 day 12:00:00`, `24:00`; undefined for what is none. */
export function intervalSeconds(text: string): number | undefined {
  const sign = text.trim().startsWith('-') ? -1 : 1;
  let rest = text.trim().toLowerCase().replace(/^[-+]/, '');
  let seconds = 0;
  const clock = /(?:^|\s)(\d+):(\d+)(?::(\d+))?$/.exec(rest);
  if (clock) {
    seconds += Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0);
    rest = rest.slice(0, clock.index).trim();
  }
  for (const [part, amount, word = ''] of rest.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/g)) {
    const unit = unitSeconds[word] ?? unitSeconds[word.replace(/s$/, '')];
    if (unit === undefined) return undefined;
    seconds += Number(amount) * unit;
    rest = rest.replace(part, '');
  }
  return rest.trim() === '' && seconds > 0 ? sign * seconds : undefined;
}

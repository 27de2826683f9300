import type { Node } from 'oxc-parser';
import { walk } from '../parse/walk.ts';
import type { HandlerSite } from './find-handlers.ts';

const hole = '\u0000';

/** The path that a call of a test names: the first text in its arguments that looks like one, unknown parts as holes. */
export function pathIn(call: Node & { type: 'CallExpression' }): string | null {
  let found: string | null = null;
  for (const argument of call.arguments)
    walk(argument, (node) => {
      if (found !== null) return false;
      if (node.type === 'Literal' && typeof node.value === 'string') found = asPath(node.value);
      else if (node.type === 'TemplateLiteral') found = asPath(node.quasis.map(({ value }) => value.raw).join(hole));
      return true;
    });
  return found;
}

function asPath(text: string): string | null {
  const path = text.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#].*$/s, '');
  return /^\/[^\s{]*$/.test(path.replace('\u0000', '')) ? path : null;
}

/** The route may be mounted under a prefix, so its end is what counts. */
export function matchesRoute(site: HandlerSite, path: string): boolean {
  const route = routeOf(site);
  const asked = partsOf(path);
  if (route.length === 0 || route.length > asked.length || !route.some((part) => !isParameter(part))) return false;
  return route.every((part, index) => {
    const given = asked[asked.length - route.length + index];
    return isParameter(part) || given === part || given?.includes(hole);
  });
}

/** A route that is a file's path is the file's place below the folder of routes. */
function routeOf({ route }: HandlerSite): string[] {
  if (route === null) return [];
  if (!/\.[cm]?[jt]sx?$/.test(route)) return partsOf(route);
  const parts = partsOf(route.replace(/\.(?:post|put|get|all)?\.?[cm]?[jt]sx?$|\.[cm]?[jt]sx?$/, '')).filter(
    (part) => !/^\(.*\)$/.test(part),
  );
  const start = parts.findLastIndex((part) => /^(?:app|pages|routes|src|functions)$/.test(part));
  const rest = parts.slice(start + 1);
  return /^(?:route|index|\+server)$/.test(rest.at(-1) ?? '') ? rest.slice(0, -1) : rest;
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

function isParameter(part: string): boolean {
  return /^[:*[{$]/.test(part);
}

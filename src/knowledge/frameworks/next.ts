// Checked: next 16.4 types. Documented: file conventions in nextjs.org/docs/app/api-reference/file-conventions/route.
import { header, webRequestAs } from '../platform/support/web-request.ts';
import { newResponse } from '../platform/web.ts';
import { defineLibrary } from '../types.ts';
import type { MeaningOf } from '../types.ts';
import { afterAnswer } from './support/later.ts';
import { nodeRequestAs, nodeResponseAs } from './support/node-message.ts';

const request = webRequestAs('NextRequest');
const apiRequest = nodeRequestAs('NextApiRequest');
const apiResponse = nodeResponseAs('NextApiResponse');

const redirect: MeaningOf = ({ args, read }) => ({
  is: 'response',
  status: args[1] === undefined ? 307 : (read.number(args[1]) ?? null),
});

export const next = defineLibrary({
  name: 'next',
  packages: ['next', 'next/server', 'next/headers', 'next/navigation', 'next/cache'],
  source: 'https://nextjs.org/docs/app/api-reference/file-conventions/route',
  types: { ...request.types, ...apiRequest.types, ...apiResponse.types, HeaderList: ['headers()'] },
  typeAliases: { ReadonlyHeaders: 'HeaderList' },
  members: { ...request.members, ...apiRequest.members },
  assignments: apiResponse.assignments,
  calls: {
    ...request.calls,
    ...apiRequest.calls,
    ...apiResponse.calls,
    'NextRequest.headers.get': header,
    headers: { is: 'delivery', part: 'headers' },
    'HeaderList.get': header,
    'NextResponse.new': newResponse,
    'NextResponse.json': newResponse,
    'NextResponse.redirect': redirect,
    'NextResponse.next': { is: 'response', status: 200 },
    after: afterAnswer,
    unstable_after: afterAnswer,
    revalidatePath: { is: 'nothing' },
    revalidateTag: { is: 'nothing' },
    updateTag: { is: 'nothing' },
    notFound: { is: 'http-error', status: 404, throws: true },
    unauthorized: { is: 'http-error', status: 401, throws: true },
    forbidden: { is: 'http-error', status: 403, throws: true },
    redirect: { is: 'http-error', status: 307, throws: true },
    'NextApiResponse.revalidate': { is: 'nothing' },
  },
  ahead: {
    parses: { in: /(^|\/)pages\/api\//, unless: /bodyParser\s*:\s*false/ },
    text: /\bexport\s+(?:default\s+)?(?:async\s+)?(?:function|const)\s+(?:middleware|proxy)\b[^]*(?:signature|hmac|webhook.?secret|timingSafe)/i,
  },
  registrations: [
    {
      by: 'export',
      file: /(^|\/)app\/(.*\/)?route\.[cm]?[jt]sx?$/,
      exports: ['POST', 'PUT', 'PATCH'],
      parameters: [{ type: 'NextRequest' }, { ignored: true }],
      kind: 'http',
    },
    {
      by: 'export',
      file: /(^|\/)pages\/api\/.*\.[cm]?[jt]sx?$/,
      exports: ['default'],
      parameters: [{ type: 'NextApiRequest' }, { type: 'NextApiResponse' }],
      kind: 'http',
    },
    {
      by: 'type',
      functionTypes: ['NextApiHandler'],
      parameterTypes: [],
      parameters: [{ type: 'NextApiRequest' }, { type: 'NextApiResponse' }],
      kind: 'http',
    },
  ],
});

import type { BlastRadius } from '../report/finding.ts';
const w=(n:string)=>n.replace(/([a-z0-9])([A-Z])/g,'$1 $2').replace(/[_-]/g,' ').toLowerCase().split(/\s+/);
export function isIdempotencyOptionName(name: string): boolean { return /idempoten|dedup|request-?id/i.test(name); }
export function effectByName(name: string): { readonly radius: BlastRadius; readonly category: 'money' | 'shipment' | 'message' | 'enqueue' | 'other'; readonly does: string } | undefined {
  const words=w(name); const [verb]=words;
  if(/^(get|find|is|has|build|format|render|parse|validate|calculate|log|track|verify|fetch|list|load|read|to|from|make|should|can|use|handle|on|process)$/.test(verb??'')) return undefined;
  if(words.some(x=>/^(shipment|shipping|parcel|label|fulfil|fulfill|fulfillment|ship)$/.test(x)) && /^(create|ship|fulfil|fulfill|dispatch|book|schedule|request)$/.test(verb??'')) return {radius:'shipment',category:'shipment',does:'ships'};
  if(/^(send|mail|email|notify|sms|text)$/.test(verb??'') && words.length>1 && !/^(response|status|json|reply|error|file|event)$/.test(words.at(-1)??'')) return {radius:'message',category:'message',does:'sends a message'};
  if(/^(pay|charge|refund|transfer|payout)$/.test(verb??'') && words.length>1) return {radius:'money',category:'money',does:'moves money'};
  if(/^(grant|add|credit|top)$/.test(verb??'') && words.some(x=>/^(credits?|balance|points|funds)$/.test(x))) return {radius:'money',category:'money',does:'adds credits'};
  if(/^(enqueue)$/.test(verb??'')) return {radius:'message',category:'enqueue',does:'enqueues a job'};
  return undefined;
}
export function isMoneyColumn(name:string){return /balance|credit|points|quota|stock|on_hand|onhand|cents|amount|earning|wallet|seats?$/i.test(name);}
export function isMoneyTable(name:string){return /wallet|ledger|payout|credit|balance|transaction|payment|grant/i.test(name);}
export function isStatusColumn(name:string){const s=name.replace(/([a-z0-9])([A-Z])/g,'$1_$2').toLowerCase();return /(?:^|_)(?:status|state|phase|stage)$/.test(s)||/^(?:is_)?(?:paid|refunded|shipped|cancell?ed|fulfilled|captured|delivered|completed|settled)(?:_at|_on)?$/.test(s);}
export function looksLikeClaimName(name:string){return /claim|dedup|lock|once|processed|acquire|idempoten|record|duplicate|seen|handled/i.test(name);}
export function isLoggerName(name:string){return /(?:^|\.)(?:console|logger|log|winston|pino|sentry|metrics|debug)(?:\.|$)/i.test(name)||/\.(?:log|warn|info|error|debug|trace|captureException|fatal)$/.test(name);}
export function namesWebhook(p:string){return /web-?_?hooks?|(?:^|\/)hooks?(?:\/|$)|\/ipn\b|postback|callback/i.test(p);}

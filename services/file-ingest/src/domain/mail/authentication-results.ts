/** Authentication-Results (RFC 8601): what our own mail host says about where a message came from. */

export const methods = ['dkim', 'spf', 'dmarc'] as const;
export type Method = (typeof methods)[number];

export interface Policy {
  /** The authserv-id of the host that checks what comes into our mailbox. */
  authservId: string;
  /** All of them must have passed, for the domain of the From address. */
  required: readonly Method[];
}

interface Result {
  method: string;
  result: string;
  properties: ReadonlyMap<string, string>;
}

/** What a method vouches for. */
const vouched: Readonly<Record<Method, readonly string[]>> = {
  dkim: ['header.d', 'header.i'],
  spf: ['smtp.mailfrom'],
  dmarc: ['header.from'],
};

/**
 * True when the topmost header is our host's and says that every required method passed for the
 * domain of the sender. Headers below it came with the message: anybody can write those.
 */
export function isAuthentic(headers: readonly string[], from: string, policy: Policy): boolean {
  const [topmost] = headers;
  const { authservId, results } = parse(topmost ?? '');
  if (authservId !== policy.authservId.toLowerCase()) return false;
  const domain = domainOf(from);
  return policy.required.every((method) =>
    results.some(
      (each) =>
        each.method === method &&
        each.result === 'pass' &&
        isAligned(vouched[method].map((name) => each.properties.get(name)).find(Boolean), domain),
    ),
  );
}

/** The same domain, or one below the other (relaxed alignment, RFC 7489 3.1). */
function isAligned(value: string | undefined, domain: string): boolean {
  const other = domainOf(value ?? '');
  if (!other.includes('.')) return false;
  return other === domain || other.endsWith(`.${domain}`) || domain.endsWith(`.${other}`);
}

const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase();

function parse(header: string): { authservId: string; results: Result[] } {
  const [id = '', ...infos] = withoutComments(header)
    .toLowerCase()
    .replace(/\s*([=./])\s*/g, '$1')
    .split(';');
  const results = infos.flatMap((info) => {
    const [[method = '', result = ''] = [], ...properties] = info
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split('='));
    const known = properties.map(([name = '', value = '']) => [name, value] as const);
    // The first of a name counts: a second one may come from what the sender wrote.
    return [
      { method: method.split('/')[0] ?? '', result, properties: new Map(known.toReversed()) },
    ];
  });
  return { authservId: id.trim().split(/\s+/)[0] ?? '', results };
}

/** Comments and quoted strings may hold what the sender wrote: both are left out. */
function withoutComments(header: string): string {
  let kept = '';
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < header.length; at += 1) {
    const character = header.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '"' && depth === 0) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '(') depth += 1;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) kept += character;
  }
  return kept;
}

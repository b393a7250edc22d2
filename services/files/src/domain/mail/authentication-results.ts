/** Authentication-Results (RFC 8601): verdict of our own mail host on the origin of a message. */

export const methods = ['dkim', 'spf', 'dmarc'] as const;
export type AuthenticationMethod = (typeof methods)[number];

export interface AuthenticationPolicy {
  /** The authserv-id of the host that checks what comes into our mailbox. */
  authservId: string;
  /** All of them must have passed, for the domain of the From address. */
  required: readonly AuthenticationMethod[];
  /** The organizational domain of a host; null for a public suffix. */
  organizationOf(domain: string): string | null;
}

interface Result {
  method: string;
  result: string;
  properties: ReadonlyMap<string, string>;
}

/** Properties with the domain that a method authenticates. */
const vouched: Readonly<Record<AuthenticationMethod, readonly string[]>> = {
  dkim: ['header.d', 'header.i'],
  spf: ['smtp.mailfrom'],
  dmarc: ['header.from'],
};

/**
 * True if the topmost header is our host's and reports that every required method passed for the
 * sender's domain. Headers below it arrived with the message and may be forged.
 */
export function isAuthentic(
  headers: readonly string[],
  from: string,
  policy: AuthenticationPolicy,
): boolean {
  const [topmost = ''] = headers;
  const [id = '', ...infos] = partsOf(topmost);
  if (authservIdOf(id) !== policy.authservId.toLowerCase()) return false;
  const results = infos.map(resultOf);
  const domain = domainOf(from);
  return policy.required.every((method) =>
    results.some(
      (each) =>
        each.method === method &&
        each.result === 'pass' &&
        isAligned(
          vouched[method].map((name) => each.properties.get(name)).find(Boolean) ?? '',
          domain,
          policy,
        ),
    ),
  );
}

/**
 * Relaxed alignment (RFC 7489 3.1): both have the same organizational domain, which is the part that
 * was registered below a public suffix. Names below `co.za` or `onmicrosoft.com` belong to different
 * organizations, so those may not vouch for one another.
 */
function isAligned(
  value: string,
  domain: string,
  { organizationOf }: AuthenticationPolicy,
): boolean {
  const other = domainOf(value);
  const organization = organizationOf(domain);
  return organization !== null && organizationOf(other) === organization;
}

const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** A host writes a few hundred characters; the rest of a longer header is ignored. */
const headerMax = 4_096;

/** The id of the host, then what each method found. */
function partsOf(header: string): string[] {
  const parts = withoutComments(header.slice(0, headerMax)).toLowerCase().split(';');
  // Cut within a result, a domain may end where a sender wants it to.
  return header.length > headerMax ? parts.slice(0, -1) : parts;
}

const authservIdOf = (part: string): string => part.trim().split(/\s+/)[0] ?? '';

function resultOf(info: string): Result {
  const [[method = '', result = ''] = [], ...properties] = info
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([=./]) ?/g, '$1')
    .split(' ')
    .map((pair) => pair.split('='));
  const known = properties.map(([name = '', value = '']) => [name, value] as const);
  // The first of a name counts: a second one may be text of the sender.
  return { method: method.split('/')[0] ?? '', result, properties: new Map(known.toReversed()) };
}

/** Comments and quoted strings may contain text of the sender: both are removed. */
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

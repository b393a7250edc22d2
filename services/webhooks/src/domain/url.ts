/** Syntactic check of URLs to register; DNS is checked by `url-check.ts`. */
import { Refusal } from '@svc/kit/refusal';

export interface WebhookTarget {
  protocol: 'https:' | 'http:';
  /** Host without brackets and trailing dot. */
  host: string;
  /** An IP address needs no name server, and no name server can change it. */
  isAddress: boolean;
}

/** Names that a public resolver has no business resolving. */
const privateSuffix =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|corp|home|private|svc|home\.arpa)$/;
const loopbackName = /(^|\.)localhost$/;

/**
 * https without credentials, on port 443 or above 1023, to a name with a dot or to an address. With
 * `allowLoopback` also http, on any port, to this machine.
 */
export function parseTarget(text: string, allowLoopback: boolean): WebhookTarget {
  const url = parse(text);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const isAddress = url.hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(host);
  if (url.username !== '' || url.password !== '') refuse('It must not hold credentials.');
  if (allowLoopback && isLoopback({ host, isAddress })) {
    if (url.protocol !== 'https:' && url.protocol !== 'http:') refuse('It must begin with https.');
    return { protocol: url.protocol === 'http:' ? 'http:' : 'https:', host, isAddress };
  }
  if (url.protocol !== 'https:') refuse('It must begin with https.');
  if (!isAddress && (!host.includes('.') || privateSuffix.test(host))) {
    refuse('Its host is not a public name.');
  }
  const port = Number(url.port || 443);
  if (port !== 443 && port < 1024) refuse('Its port must be 443, or 1024 and above.');
  return { protocol: 'https:', host, isAddress };
}

/** Decides by the text alone: a loopback address, or a name that always means one (RFC 6761). */
const isLoopback = ({ host, isAddress }: Pick<WebhookTarget, 'host' | 'isAddress'>): boolean =>
  isAddress ? /^127\./.test(host) || host === '::1' : isLoopbackName(host);

export const isLoopbackName = (host: string): boolean => loopbackName.test(host);

function parse(text: string): URL {
  // The parser drops white space and control characters, so stored and connected URL would differ.
  const url = /[\s\p{Cc}\\]/u.test(text) ? null : URL.parse(text);
  return url ?? refuse('It is not a URL.');
}

function refuse(reason: string): never {
  throw new Refusal('invalid_url', `This address cannot be used. ${reason}`);
}

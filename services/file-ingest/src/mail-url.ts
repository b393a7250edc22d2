/** Ways to the mail servers: who logs in where, and what protects it. */
export interface Security {
  /** PEM: who must have signed for the servers, instead of the public authorities. */
  ca: string | undefined;
  /** Whether `imap://` and `smtp://` stay as they are; by default on this machine alone. */
  plainText: boolean | undefined;
}

export interface Way {
  host: string;
  port: number;
  /** TLS from the first byte. */
  secure: boolean;
  /** What does not begin with TLS must be upgraded to it, unless this is true. */
  isPlain: boolean;
  auth: { user: string; pass: string };
  tls: { ca?: string; rejectUnauthorized: true; minVersion: 'TLSv1.2' };
}

/** An address as it is configured, with the login in it. */
export function wayTo(
  url: string,
  ports: { plain: number; secure: number },
  { ca, plainText }: Security,
): Way {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'imaps:' || protocol === 'smtps:';
  return {
    host: hostname,
    port: Number(port) || (secure ? ports.secure : ports.plain),
    secure,
    isPlain: !secure && (plainText ?? isLoopback(hostname)),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    // Said here, no variable of the environment can unsay it.
    tls: { ...(ca && { ca }), rejectUnauthorized: true, minVersion: 'TLSv1.2' },
  };
}

const isLoopback = (host: string): boolean => ['127.0.0.1', '[::1]', 'localhost'].includes(host);

/** Connection options of the mail servers: host, login and TLS. */
export interface MailSecurity {
  /** PEM certificates of the accepted authorities, instead of the public ones. */
  ca: string | undefined;
  /** Allows `imap://` and `smtp://` without TLS; by default only to loopback. */
  plainText: boolean | undefined;
}

export interface MailServerOptions {
  host: string;
  port: number;
  /** TLS from the first byte. */
  secure: boolean;
  /** True for a connection without TLS; otherwise a plain one must be upgraded (STARTTLS). */
  isPlain: boolean;
  auth: { user: string; pass: string };
  tls: { ca?: string; rejectUnauthorized: true; minVersion: 'TLSv1.2' };
}

/** From a URL with the login in it. */
export function mailServerOptions(
  url: string,
  ports: { plain: number; secure: number },
  { ca, plainText }: MailSecurity,
): MailServerOptions {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'imaps:' || protocol === 'smtps:';
  return {
    host: hostname,
    port: Number(port) || (secure ? ports.secure : ports.plain),
    secure,
    isPlain: !secure && (plainText ?? isLoopback(hostname)),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot override it.
    tls: { ...(ca && { ca }), rejectUnauthorized: true, minVersion: 'TLSv1.2' },
  };
}

const isLoopback = (host: string): boolean => ['127.0.0.1', '[::1]', 'localhost'].includes(host);

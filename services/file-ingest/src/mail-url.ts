/** Addresses of mail servers, with the login in them. */
export interface Login {
  host: string;
  port: number;
  secure: boolean;
  auth: { user: string; pass: string };
}

export function loginOf(url: string, ports: { plain: number; secure: number }): Login {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'imaps:' || protocol === 'smtps:';
  return {
    host: hostname,
    port: Number(port) || (secure ? ports.secure : ports.plain),
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
  };
}

/** Where TLS would protect nothing: development and tests. */
export const isLoopback = (url: string): boolean =>
  ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(url).hostname);

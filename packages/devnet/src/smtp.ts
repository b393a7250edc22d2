import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { TlsCertificate } from './certificates.ts';
import { freePort } from './ports.ts';

export interface Sent {
  to: readonly string[];
  /** Raw text, as it travelled. */
  raw: string;
  /** Whether TLS protected it. */
  isSecure: boolean;
}

/** Takes every message on 127.0.0.1 and keeps it: on one port over TLS from the start. */
export async function startSmtp() {
  const sent: Sent[] = [];
  let refusal: number | undefined;
  const onData: NonNullable<SMTPServerOptions['onData']> = (stream, session, done) => {
    buffer(stream).then((bytes) => {
      if (refusal) return done(Object.assign(new Error('no'), { responseCode: refusal }));
      const to = session.envelope.rcptTo.map(({ address }) => address);
      sent.push({ to, raw: bytes.toString(), isSecure: session.secure });
      return done();
    }, done);
  };
  const [port, securePort] = [await freePort(), await freePort()];
  let servers = await serve(undefined);
  async function serve(shown: TlsCertificate | undefined) {
    const plain = await listen(port, { onData, ...startTls(shown) });
    if (!shown) return [plain];
    return [plain, await listen(securePort, { onData, secure: true, ...pair(shown) })];
  }
  const close = async () => {
    await Promise.all(servers.map((end) => end()));
  };
  return {
    sent,
    ...{ port, securePort, close },
    refuse: (code: number | undefined) => {
      refusal = code;
    },
    /** Sets the certificate; undefined turns TLS off. */
    show: async (certificate: TlsCertificate | undefined) => {
      await close();
      servers = await serve(certificate);
    },
  };
}

const pair = ({ certificate, privateKey }: TlsCertificate) => ({
  cert: certificate,
  key: privateKey,
});
const startTls = (shown: TlsCertificate | undefined): SMTPServerOptions =>
  shown ? pair(shown) : { disabledCommands: ['STARTTLS', 'AUTH'] };

async function listen(port: number, options: SMTPServerOptions): Promise<() => Promise<void>> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH'],
    disableReverseLookup: true,
    closeTimeout: 1_000,
    ...options,
  });
  // Broken connections are ignored.
  server.on('error', () => undefined);
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return () => new Promise<void>((closed) => server.close(() => closed()));
}

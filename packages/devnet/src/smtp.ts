import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { freePort } from './ports.ts';

export interface Sent {
  to: readonly string[];
  /** As it travelled. */
  raw: string;
}

/** Takes every message on 127.0.0.1 and keeps it. */
export async function startSmtp() {
  const sent: Sent[] = [];
  let refusal: number | undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 1_000,
    onData: (stream, session, done) => {
      buffer(stream).then((bytes) => {
        if (refusal) return done(Object.assign(new Error('no'), { responseCode: refusal }));
        const to = session.envelope.rcptTo.map(({ address }) => address);
        sent.push({ to, raw: bytes.toString() });
        return done();
      }, done);
    },
  });
  // Connections that break off are none of our concern.
  server.on('error', () => undefined);
  const port = await freePort();
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    sent,
    port,
    refuse: (code: number | undefined) => {
      refusal = code;
    },
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}

/** Answers by e-mail: nodemailer, with its bounds. */
import { createTransport } from 'nodemailer';
import type { MailSettings } from './config.ts';
import { wayTo } from './mail-url.ts';

export interface Letter {
  to: string;
  /** The same when it is sent again, so that whoever receives it twice can tell. */
  id: string;
  inReplyTo: string;
  subject: string;
  text: string;
  attachments: readonly { filename: string; content: Buffer }[];
}

const timeoutMs = 20_000;
const idForm = /^<[^<>\s]+>$/;

/** `refused` when the server says that it will never take it; what may pass is an error. */
export async function send(settings: MailSettings, letter: Letter): Promise<'sent' | 'refused'> {
  const { smtpUrl, address, security } = settings;
  const { auth, isPlain, ...way } = wayTo(smtpUrl, { plain: 587, secure: 465 }, security);
  const transport = createTransport({
    ...way,
    ...(auth.user && { auth }),
    ...(way.secure ? {} : isPlain ? { ignoreTLS: true } : { requireTLS: true }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const { to, id, inReplyTo, subject, text, attachments } = letter;
  const isReply = idForm.test(inReplyTo);
  try {
    await transport.sendMail({
      ...{ from: address, to: { name: '', address: to }, subject, text },
      messageId: `<${id}@${address.slice(address.lastIndexOf('@') + 1)}>`,
      ...(isReply && { inReplyTo, references: inReplyTo }),
      headers: { 'Auto-Submitted': 'auto-replied' },
      attachments: attachments.map((each) => ({ ...each, contentType: 'text/csv' })),
    });
    return 'sent';
  } catch (error) {
    const { code, responseCode, originalCode } = partsOf(error);
    const isForGood = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
    if (isForGood) return 'refused';
    // Codes alone: what the server says may name the address.
    throw new Error(`answer not sent: ${[code, responseCode, originalCode].join(' ').trim()}`);
  } finally {
    transport.close();
  }
}

/** A refused login is a matter of configuration and may pass; so only what was sent counts. */
const partsOf = (error: unknown) => ({
  code: error instanceof Error && 'code' in error ? String(error.code) : '',
  responseCode: error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0,
  /** Why TLS failed, for example. */
  originalCode: error instanceof Error && 'originalCode' in error ? String(error.originalCode) : '',
});

/** Sends `.ack` and `.err` to the sender of a file that came by e-mail. */

import { sendMail } from '../adapters/mail/outgoing-mail.ts';
import { mailSettings } from '../config.ts';
import { safeName } from '../domain/file.ts';
import type { FileRecord } from '../store/files.ts';
import { getMailedFile } from '../store/mails.ts';
import type { ExchangeDependencies } from './exchange-dependencies.ts';

/** Contents of the answer files; null if a file is not written. */
export interface AnswerFiles {
  ack: Buffer | null;
  err: Buffer | null;
}

/**
 * At-least-once: a crash between acceptance by the mail server and our commit sends the answer again,
 * under the same Message-ID. A permanent rejection is not retried; the result stays with the file
 * (`GET /v1/ops/files`).
 */
export async function sendAnswers(
  { context }: Pick<ExchangeDependencies, 'context'>,
  file: FileRecord,
  { ack, err }: AnswerFiles,
): Promise<void> {
  const settings = mailSettings(context.config);
  if (!settings) throw new Error('an answer by e-mail is due, but there are no mail servers');
  const { sender, message_id } = await getMailedFile(context.db, file);
  const name = safeName(file);
  const attachments = [
    ...(ack ? [{ filename: `${name}.ack`, content: ack }] : []),
    ...(err ? [{ filename: `${name}.err`, content: err }] : []),
  ];
  const outcome = await sendMail(settings, {
    to: sender,
    id: file.id,
    inReplyTo: message_id,
    subject: `${name}: ${err ? 'see the .err file' : 'booked'}`,
    text: `${name} is ${file.id} with us.\n${ack ? ackLine : ''}${err ? errLine : ''}`,
    attachments,
  });
  if (outcome === 'refused') context.log.warn({ file_id: file.id }, 'answer permanently refused');
}

const ackLine = 'The .ack file lists what is booked.\n';
const errLine = 'The .err file lists what is not, by row, column and code; row 0 is the whole.\n';

/** Sends `.ack` and `.err` to whoever sent the file by e-mail. */
import { mailSettings } from './config.ts';
import { safeName } from './domain/file.ts';
import { send } from './mail-out.ts';
import type { FileRecord } from './store/files.ts';
import { getMailedFile } from './store/mails.ts';
import type { Tools } from './tools.ts';

/** Null for what there is none of. */
export interface Answers {
  ack: Buffer | null;
  err: Buffer | null;
}

/**
 * A crash between the mail server's yes and our own note sends it again, under the same Message-ID.
 * An address that refuses for good ends it: the result stays with the file (`GET /v1/ops/files`).
 */
export async function postAnswers(
  { context }: Pick<Tools, 'context'>,
  file: FileRecord,
  { ack, err }: Answers,
): Promise<void> {
  const settings = mailSettings(context.config);
  if (!settings) throw new Error('an answer by e-mail is due, but there are no mail servers');
  const { sender, message_id } = await getMailedFile(context.db, file);
  const name = safeName(file.name);
  const attachments = [
    ...(ack ? [{ filename: `${name}.ack`, content: ack }] : []),
    ...(err ? [{ filename: `${name}.err`, content: err }] : []),
  ];
  const outcome = await send(settings, {
    to: sender,
    id: file.id,
    inReplyTo: message_id,
    subject: `${name}: ${err ? 'see the .err file' : 'booked'}`,
    text: `${name} is ${file.id} with us.\n${ack ? ackLine : ''}${err ? errLine : ''}`,
    attachments,
  });
  if (outcome === 'refused') context.log.warn({ file_id: file.id }, 'answer refused for good');
}

const ackLine = 'The .ack file lists what is booked.\n';
const errLine = 'The .err file lists what is not, by row, column and code; row 0 is the whole.\n';

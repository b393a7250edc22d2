/**
 * Messages between the control desk and the courier of a job. No event, chain of custody or log has
 * them, and no customer reads them.
 */
import { z } from 'zod';
import { command, query } from '../define.ts';
import { explained, idOf, jobId, objectType } from '../description.ts';
import {
  exampleSubject,
  instant,
  opaqueId,
  page,
  pageOf,
  requiredLine,
  timestamp,
} from '../primitives.ts';
import { decidedBy } from './decision.ts';
import { messageTextMax } from './ready-messages.ts';
import { courierFields, deviceRefusals } from './signed-action.ts';

export const jobMessage = z
  .object({
    object: objectType('job_message'),
    id: idOf('msg', 'the message'),
    job_id: jobId,
    from: explained(z.enum(['desk', 'courier']), 'Side that sent it.', {
      desk: 'the control desk.',
      courier: 'the courier of the job.',
    }),
    by: z.string().describe("Author: the dispatcher's name as sent, or the driver's first name."),
    text: z.string().describe('Text of the message, one line.'),
    written_at: timestamp.describe(
      'When it was written, UTC; before `created_at` where the phone had no network.',
    ),
    created_at: timestamp.describe('When it was received, UTC.'),
    read_at: timestamp.nullable().describe('When the other side read it, UTC; null until then.'),
  })
  .describe(
    'A message about a job, visible only to the control desk and the courier who has the job. Deleted when the proof of the job is erased, and with the note and contacts of the job.',
  );
export type JobMessage = z.infer<typeof jobMessage>;

/** State of a job's messages for one side; changes with each message and each reading. */
export const messageState = z
  .object({
    unread: z.int().min(0).describe('Messages of the other side that are not read yet.'),
    changed_at: timestamp
      .nullable()
      .describe('When a message was last received or read, UTC; null if there is none.'),
  })
  .describe('Whether there are new messages about the job.');
export type MessageState = z.infer<typeof messageState>;

const messageInput = {
  id: opaqueId,
  text: requiredLine(messageTextMax).describe(
    'Text of the message, one line of at most 500 characters. No patient data and no medicines.',
  ),
};
const readInput = {
  id: opaqueId,
  up_to: opaqueId.describe('Id of the last message that was seen: `msg_…`.'),
};
const readOutput = z.object({
  object: objectType('messages_read'),
  job_id: jobId,
  unread: messageState.shape.unread,
});
/** The driver of the device, set by the gateway. */
const ofCourier = { courier_id: opaqueId };

const idIssues = { 'id.invalid_format': 'job_not_found' } as const;
const refusals = ['job_not_found', 'messages_closed', 'too_many_messages'] as const;
const example = { id: exampleSubject.job_id, text: 'Wait for instructions' };
const readExample = { id: exampleSubject.job_id, up_to: 'msg_01KAK7QW3ZC5V8M2N4P6R8T0XA' };

export const messageActions = {
  /** From the desk to the courier who has the job. */
  sendMessage: command({
    input: z.object({
      ...messageInput,
      by: decidedBy.describe("Name of the author. Defaults to the credential's id."),
    }),
    output: jobMessage,
    secret: true,
    refusals,
    issues: idIssues,
    example: { ...example, by: 'Lerato M' },
  }),
  /** Newest first. */
  listMessages: query({
    input: z.object({ id: opaqueId, ...page }),
    output: pageOf(jobMessage),
    refusals: ['job_not_found'],
    issues: idIssues,
  }),
  /** Marks the courier's messages as read, up to one. */
  readMessages: command({
    input: z.object(readInput),
    output: readOutput,
    refusals: ['job_not_found'],
    issues: idIssues,
    example: readExample,
  }),
  /** From the courier to the desk; a repeated signature returns the first message. */
  sendCourierMessage: command({
    input: z.object({
      ...messageInput,
      at: instant
        .optional()
        .describe('When it was written; defaults to now. At most 60 s in the future.'),
      ...{ ...courierFields, ...ofCourier },
    }),
    output: jobMessage,
    secret: true,
    refusals: [...refusals, 'invalid_time', ...deviceRefusals],
    issues: idIssues,
    example: { ...example, text: 'Arrived, nobody here', courier_id: 'drv_01J' },
  }),
  listCourierMessages: query({
    input: z.object({ id: opaqueId, ...page, ...ofCourier }),
    output: pageOf(jobMessage),
    refusals: ['job_not_found'],
    issues: idIssues,
  }),
  /** Marks the desk's messages as read, up to one. */
  readCourierMessages: command({
    input: z.object({ ...readInput, ...ofCourier }),
    output: readOutput,
    refusals: ['job_not_found'],
    issues: idIssues,
    example: { ...readExample, courier_id: 'drv_01J' },
  }),
};

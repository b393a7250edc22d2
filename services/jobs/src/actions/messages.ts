/**
 * Messages between desk and courier. They emit nothing: a hint without content has live pages of the
 * desk read the job again.
 */
import { type JobMessage, liveJobsTopic } from '@svc/contracts';
import { newId } from '@svc/kit/ids';
import { toPage } from '@svc/kit/page';
import type { Kysely } from 'kysely';
import { command, type JobsCommandContext, query } from '../define.ts';
import { reportedTime } from '../domain/incident.ts';
import { type JobRecord, requireAssignment, requireOwn } from '../domain/job.ts';
import { type JobMessageRecord, requireOpenThread, toMessage } from '../domain/job-message.ts';
import { requireSignedAction, requireSignedTime } from '../domain/signed-action.ts';
import { getAnyJob, lockAnyJob } from '../store/dispatch-jobs.ts';
import { getJobOfDriver } from '../store/driver-jobs.ts';
import {
  countMessages,
  findSignedMessage,
  insertMessage,
  listMessageStates,
  listMessagesOf,
  markRead,
} from '../store/job-messages.ts';
import type { Tables } from '../store/schema.ts';

type Sent = Pick<JobMessageRecord, 'sender' | 'text' | 'written_by' | 'written_at' | 'device_jti'>;

/** The job must be locked, so that the limit holds. */
async function addMessage(
  job: JobRecord,
  sent: Sent,
  { db, now, config, hint }: JobsCommandContext,
): Promise<JobMessage> {
  const count = await countMessages(db, job.tenant_id, job.id);
  requireOpenThread(job, { count, now, retentionDays: config.SVC_INSTRUCTIONS_DAYS });
  const ids = { id: newId('msg_', now), job_id: job.id };
  const message = { ...ids, ...sent, created_at: now, read_at: null };
  await insertMessage(db, job.tenant_id, message);
  hint(liveJobsTopic, { ids: [job.id] });
  return toMessage(message);
}

export const sendMessage = command('sendMessage', {
  handle: async ({ id, text, by }, context) => {
    const job = await lockAnyJob(context.db, id);
    const author = { written_by: by ?? context.actor, written_at: context.now };
    return addMessage(job, { sender: 'desk', text, ...author, device_jti: null }, context);
  },
});

export const sendCourierMessage = command('sendCourierMessage', {
  handle: async ({ id, text, at: said, courier_id, device }, context) => {
    const { db, now } = context;
    const job = await lockAnyJob(db, id);
    requireOwn(job, courier_id);
    const told = said === undefined ? undefined : new Date(said);
    if (device) {
      requireSignedAction(job, device, { action: 'message', seal: null, files: [] });
      requireSignedTime(device, told);
      // The receipt of the request may have expired; its signature does not.
      const signed = { jobId: job.id, jti: device.jti };
      const first = await findSignedMessage(db, job.tenant_id, signed);
      if (first) return toMessage(first);
    }
    const { driver_first_name } = requireAssignment(job);
    const author = { written_by: driver_first_name, device_jti: device?.jti ?? null };
    const written_at = reportedTime(job, { now, at: told });
    return addMessage(job, { sender: 'courier', text, ...author, written_at }, context);
  },
});

interface Page {
  limit: number;
  starting_after?: string | undefined;
}

async function pageOfThread(db: Kysely<Tables>, { tenant_id, id }: JobRecord, page: Page) {
  const found = await listMessagesOf(db, tenant_id, { jobId: id, ...page });
  return toPage(found.map(toMessage), page.limit);
}

export const listMessages = query('listMessages', async ({ id, ...page }, { db }) =>
  pageOfThread(db, await getAnyJob(db, id), page),
);

export const listCourierMessages = query(
  'listCourierMessages',
  async ({ id, courier_id, ...page }, { db }) =>
    pageOfThread(db, await getJobOfDriver(db, courier_id, id), page),
);

type Reading = { reader: JobMessage['from']; upTo: string };

async function readThread(
  job: JobRecord,
  { reader, upTo }: Reading,
  { db, now, hint }: JobsCommandContext,
) {
  const read = await markRead(db, job.tenant_id, { jobId: job.id, reader, upTo, now });
  if (read > 0) hint(liveJobsTopic, { ids: [job.id] });
  const unread = (await listMessageStates(db, [job], reader)).get(job.id)?.unread ?? 0;
  return { object: 'messages_read' as const, job_id: job.id, unread };
}

export const readMessages = command('readMessages', {
  handle: async ({ id, up_to: upTo }, context) =>
    readThread(await getAnyJob(context.db, id), { reader: 'desk', upTo }, context),
});

export const readCourierMessages = command('readCourierMessages', {
  handle: async ({ id, up_to: upTo, courier_id }, context) => {
    const job = await getJobOfDriver(context.db, courier_id, id);
    return readThread(job, { reader: 'courier', upTo }, context);
  },
});

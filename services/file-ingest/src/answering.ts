/** Puts `.ack` and `.err` where the wholesaler looks for them. */
import { writeCsv } from './csv.ts';
import { ackTable, errTable } from './domain/answer.ts';
import { folders, safeName } from './domain/file.ts';
import { type Answers, postAnswers } from './posting.ts';
import { advanceFile, type FileRecord } from './store/files.ts';
import { listSettled } from './store/rows.ts';
import { getUsername } from './store/wholesalers.ts';
import type { Tools } from './tools.ts';

export async function answer(tools: Tools, file: FileRecord): Promise<void> {
  const { db, transaction } = tools.context;
  const rows = await listSettled(db, file);
  const ack = ackTable(file.faults, rows);
  const err = errTable(file.faults, rows);
  const answers = { ack: ack ? writeCsv(ack) : null, err: err ? writeCsv(err) : null };
  if (file.source === 'mail') await postAnswers(tools, file, answers);
  else await placeInOutbound(tools, file, answers);
  await transaction(({ db: trx, now }) =>
    advanceFile(trx, file, {
      from: 'answering',
      to: 'answered',
      now,
      more: { answered_at: now },
    }),
  );
}

/** What an earlier file of the same name was told is gone where it is true no more. */
async function placeInOutbound(tools: Tools, file: FileRecord, { ack, err }: Answers) {
  const username = await getUsername(tools.context.db, file.tenant_id);
  const path = `${folders(file.dc).outbound}/${safeName(file.name)}`;
  await tools.sessions.use(username, async (session) => {
    if (ack) await session.place(`${path}.ack`, ack);
    if (err) await session.place(`${path}.err`, err);
    else await session.remove(`${path}.err`);
  });
}

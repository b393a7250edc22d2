/** Answering step: `.ack` and `.err` to the outbound folder or by e-mail. */
import { ageSeconds } from '@svc/kit/metric';
import { writeCsv } from '../adapters/csv.ts';
import { ackTable, errTable } from '../domain/answer.ts';
import { folders, safeName } from '../domain/file.ts';
import { advanceFile, type FileRecord } from '../store/files.ts';
import { listSettledRows } from '../store/rows.ts';
import { getUsername } from '../store/wholesalers.ts';
import type { ExchangeDependencies } from './exchange-dependencies.ts';
import { answerDelay } from './metrics.ts';
import { type AnswerFiles, sendAnswers } from './send-answers.ts';

export async function writeAnswers(deps: ExchangeDependencies, file: FileRecord): Promise<void> {
  const { db, transaction, clock, metrics } = deps.context;
  const rows = await listSettledRows(db, file);
  const ack = ackTable(file.faults, rows);
  const err = errTable(file.faults, rows);
  const answers = { ack: ack ? writeCsv(ack) : null, err: err ? writeCsv(err) : null };
  if (file.source === 'mail') await sendAnswers(deps, file, answers);
  else await placeInOutbound(deps, file, answers);
  const isAnswered = await transaction(({ db: trx, now }) =>
    advanceFile(trx, file, {
      from: 'answering',
      to: 'answered',
      now,
      more: { answered_at: now },
    }),
  );
  if (!isAnswered) return;
  const delay = ageSeconds(clock.now(), file.restarted_at ?? file.received_at);
  metrics.of.histogram(answerDelay).observe({ source: file.source }, delay);
}

/** Overwrites the answers of an earlier file of the same name; removes an `.err` that is obsolete. */
async function placeInOutbound(
  deps: ExchangeDependencies,
  file: FileRecord,
  { ack, err }: AnswerFiles,
) {
  const username = await getUsername(deps.context.db, file.tenant_id);
  const path = `${folders(file.dc).outbound}/${safeName(file)}`;
  await deps.sftpPool.withSession(username, async (session) => {
    if (ack) await session.place(`${path}.ack`, ack);
    if (err) await session.place(`${path}.err`, err);
    else await session.remove(`${path}.err`);
  });
}

import { byCarrier } from '@svc/contracts';
import { derivedId } from '@svc/kit/ids';
import { toPage } from '@svc/kit/page';
import { digestOfText } from '../adapters/file-digest.ts';
import { loggerRows } from '../adapters/logger-table.ts';
import { instantIn } from '../adapters/zoned-time.ts';
import { command, query } from '../define.ts';
import { requireAsset } from '../domain/boxes/asset.ts';
import {
  fileSummaryOf,
  type LoggerFileRecord,
  loggerReadings,
  readingsInside,
  toLoggerFileResource as toResource,
} from '../domain/boxes/logger-file.ts';
import { toTracedReading } from '../domain/cold-chain/trace-resource.ts';
import { findAsset, lockAsset } from '../store/boxes/assets.ts';
import { listProbeStays } from '../store/boxes/bindings.ts';
import { listFiledJobs } from '../store/boxes/job-boxes.ts';
import {
  findLoggerFile,
  insertLoggerFile,
  listLoggerFiles as listStored,
} from '../store/boxes/logger-files.ts';
import { amendTraces, wrongBox } from '../workflows/boxes/logger-evidence.ts';

export const uploadLoggerFile = command('uploadLoggerFile', {
  handle: async ({ content, name = null, ...input }, context) => {
    const { db, tenant, now, actor } = context;
    const { id: asset_id, device_id, time_zone } = input;
    const asset = requireAsset(await lockAsset(db, tenant, asset_id));
    const all = loggerReadings(loggerRows(content), input, (time) => instantIn(time_zone, time));
    const key = { asset_id, device_id, sha256: digestOfText(content) };
    // The same for the same file, whoever uploads it again.
    const id = derivedId('lgf_', all[0]?.at ?? now, Object.values(key).join(' '));
    const known = await findLoggerFile(db, tenant, id);
    if (known) return toResource(fileSummaryOf(known), await amendTraces(context, known));
    const stays = await listProbeStays(db, tenant, device_id);
    const inside = readingsInside(
      all,
      stays.filter((stay) => stay.asset_id === asset_id),
    );
    if (inside.length === 0) throw wrongBox(whereabouts(asset.identifier, device_id, stays));
    const file: LoggerFileRecord = {
      ...{ ...key, id, name, content, created_at: now },
      uploaded_by: byCarrier(actor, undefined),
      readings: inside.map(toTracedReading),
      ignored: all.length - inside.length,
    };
    await insertLoggerFile(db, tenant, file);
    return toResource(fileSummaryOf(file), await amendTraces(context, file));
  },
});

export const listLoggerFiles = query('listLoggerFiles', async (page, { db, tenant }) => {
  const { id: assetId, starting_after: before, limit } = page;
  requireAsset(await findAsset(db, tenant, { id: assetId }));
  const found = await listStored(db, tenant, { assetId, before, max: limit + 1 });
  const filed = await listFiledJobs(
    db,
    tenant,
    found.map(({ id }) => id),
  );
  const jobsOf = (id: string) =>
    filed
      .filter(({ file_id }) => file_id === id)
      .map(({ job_id, ref, result }) => ({ job_id, ref, result }));
  return toPage(
    found.map((file) => toResource(file, jobsOf(file.id))),
    limit,
  );
});

type Stay = Awaited<ReturnType<typeof listProbeStays>>[number];

function whereabouts(identifier: string, device: string, stays: readonly Stay[]): string {
  const others = stays.map(
    (stay) =>
      `${stay.identifier} from ${stay.from_at.toISOString()} to ${stay.to_at?.toISOString() ?? 'now'}`,
  );
  const known = others.length > 0 ? `It was in ${others.join(', ')}.` : 'It was in no asset.';
  return `Logger ${device} was not in ${identifier} at any time of the file. ${known}`;
}

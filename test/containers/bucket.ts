/** A bucket beside the containers, and the copy that compose.yaml keeps in it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@svc/devnet';
import type { ContainerStage } from './stage.ts';

/** A copy each minute. */
const copiedMs = 150_000;
const name = 'svc-backup';

export async function startBucket({ fleet, secrets }: ContainerStage) {
  const folder = join(secrets, 'backup');
  await mkdir(folder);
  const key = '[default]\naws_access_key_id = key\naws_secret_access_key = secret\n';
  await writeFile(join(folder, 'credentials'), key);
  const url = `${await fleet.startBucket()}/${name}`;
  await fetch(url, { method: 'PUT' });
  fleet.set('SVC_BACKUP_ENDPOINT', 'http://bucket:5000');
  fleet.set('SVC_BACKUP_BUCKET', name);
  await fleet.startCopy();
  return {
    /** Resolves when the bucket has the object. */
    holds: (path: string) =>
      until(
        async () =>
          (await (await fetch(`${url}?prefix=${path}`)).text()).includes(`<Key>${path}</Key>`),
        {
          ...{ timeoutMs: copiedMs, everyMs: 500, what: `${path} in the bucket` },
        },
      ),
  };
}

/** Builds the image of deploy/Dockerfile with labels and one time for all files. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { docker } from './docker.ts';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface BuildOptions {
  tag: string;
  /** Instead of the base that the Dockerfile names. */
  base?: string | undefined;
  /** Builds every step anew. */
  fresh?: boolean;
  /** Of the steps; a name of docker. */
  network?: string;
}

export interface BuiltImage {
  tag: string;
  id: string;
  bytes: number;
  /** Digests of the uncompressed layers, base first. */
  layers: string[];
}

export async function buildImage(options: BuildOptions): Promise<BuiltImage> {
  const { tag, base, fresh = false, network } = options;
  const { revision, committedAt } = await source();
  const build = {
    ...(base && { BASE: base }),
    CREATED: committedAt.toISOString(),
    EPOCH: String(committedAt.getTime() / 1000),
    REVISION: revision,
    VERSION: z.object({ version: z.string() }).parse(await manifest()).version,
  };
  const named = Object.entries(build).flatMap(([name, value]) => [
    '--build-arg',
    `${name}=${value}`,
  ]);
  const how = [...(fresh ? ['--no-cache'] : []), ...(network ? ['--network', network] : [])];
  const file = `${root}/deploy/Dockerfile`;
  await docker(['build', '--file', file, '--tag', tag, ...how, ...named, root], { shown: true });
  return inspectImage(tag);
}

const inspected = z.tuple([
  z.object({
    Id: z.string(),
    Size: z.number(),
    RootFS: z.object({ Layers: z.array(z.string()) }),
  }),
]);

async function inspectImage(tag: string): Promise<BuiltImage> {
  const [{ Id, Size, RootFS }] = inspected.parse(JSON.parse(await docker(['inspect', tag])));
  return { tag, id: Id, bytes: Size, layers: RootFS.Layers };
}

/** Of the roles: they are one version. */
const manifest = async (): Promise<unknown> =>
  JSON.parse(await readFile(`${root}/deploy/process/package.json`, 'utf8'));

/** The commit, with `-changed` where the working tree differs; without git the beginning of time. */
async function source(): Promise<{ revision: string; committedAt: Date }> {
  const git = async (...args: string[]) =>
    (await promisify(execFile)('git', ['-C', root, ...args])).stdout.trim();
  try {
    const [hash, seconds] = (await git('log', '-1', '--format=%H %ct')).split(' ');
    const changed = (await git('status', '--porcelain')) === '' ? '' : '-changed';
    return { revision: `${hash}${changed}`, committedAt: new Date(Number(seconds) * 1000) };
  } catch {
    return { revision: 'unknown', committedAt: new Date(0) };
  }
}

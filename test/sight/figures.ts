/** Metrics of the processes of a stage, from their admin ports. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const line = z.looseObject({
  msg: z.string().optional(),
  admin_port: z.number().optional(),
  request_id: z.string().optional(),
  trace_id: z.string().optional(),
  route: z.string().optional(),
  event_id: z.string().optional(),
  job_id: z.string().nullish(),
});
export type LogLine = z.output<typeof line>;

/** Lines of the log of each process, by its name. */
export async function readLogs(folder: string): Promise<Map<string, LogLine[]>> {
  const files = await readdir(folder);
  const entries = files.map(async (file): Promise<[string, LogLine[]]> => {
    const lines = (await readFile(join(folder, file), 'utf8')).trim().split('\n');
    const parsed = lines.filter((text) => text.startsWith('{')).map((text) => JSON.parse(text));
    return [file.replace(/^live-(.*)\.log$/, '$1'), z.array(line).parse(parsed)];
  });
  return new Map(await Promise.all(entries));
}

/** Admin port of each process, by its name. */
export async function adminPorts(folder: string): Promise<Map<string, number>> {
  const logs = await readLogs(folder);
  return new Map(
    [...logs].flatMap(([name, lines]) => {
      const port = lines.findLast(({ msg }) => msg === 'ready')?.admin_port;
      return port === undefined ? [] : [[name, port] as const];
    }),
  );
}

/** Names of the samples that these processes expose. */
export async function scrapedNames(ports: Iterable<number>): Promise<Set<string>> {
  const texts = [...ports].map(async (port) =>
    (await fetch(`http://127.0.0.1:${port}/metrics`)).text(),
  );
  const all = (await Promise.all(texts)).join('\n');
  const typed = [...all.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  const samples = [...all.matchAll(/^([a-z]\w+)[{ ]/gm)].map(([, name = '']) => name);
  return new Set([...typed, ...samples]);
}

/** Prometheus and promtool of the machine (Debian's package `prometheus`). */
import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aptInstall } from './apt.ts';
import { startChild } from './child.ts';
import { freePort } from './ports.ts';

export const canRunPrometheus = (): boolean =>
  ['prometheus', 'promtool'].every((name) => spawnSync(name, ['--version']).status === 0);

/** False when it cannot be installed here. */
export const installPrometheus = async (): Promise<boolean> =>
  (await aptInstall('prometheus')) && canRunPrometheus();

export interface PrometheusOptions {
  /** Holds configuration and data; made if needed. */
  dir: string;
  /** Ports of 127.0.0.1 by the name of their job. */
  targets: ReadonlyMap<string, number>;
  /** A file of rules, as text. */
  rules: string;
  /** Between scrapes and between evaluations, s. */
  intervalSeconds: number;
}

export interface PrometheusServer {
  url: string;
  stop(): Promise<void>;
}

export async function startPrometheus(options: PrometheusOptions): Promise<PrometheusServer> {
  const { dir, targets, rules, intervalSeconds } = options;
  await mkdir(dir, { recursive: true });
  const interval = `${intervalSeconds}s`;
  const configuration = {
    global: { scrape_interval: interval, scrape_timeout: interval, evaluation_interval: interval },
    rule_files: [join(dir, 'rules.yaml')],
    scrape_configs: [...targets].map(([name, port]) => ({
      job_name: name,
      static_configs: [{ targets: [`127.0.0.1:${port}`] }],
    })),
  };
  await writeFile(join(dir, 'rules.yaml'), rules);
  // JSON is YAML.
  await writeFile(join(dir, 'prometheus.yaml'), JSON.stringify(configuration));
  const port = await freePort();
  const child = await startChild({
    command: 'prometheus',
    args: [
      `--config.file=${join(dir, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(dir, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    logFile: join(dir, 'prometheus.log'),
    ready: (output) => output.includes('Server is ready to receive web requests'),
  });
  return { url: `http://127.0.0.1:${port}`, stop: () => child.stop() };
}

import type { Config } from '../config.ts';

/** tlog-policy: the log's key, its witnesses, and how many of them must have cosigned. */
export function formatPolicy(
  vkey: string,
  { SVC_PUBLIC_URL, SVC_LOG_WITNESSES: witnesses, SVC_LOG_QUORUM }: Config,
): string {
  const group =
    witnesses.length === 0
      ? ['quorum none']
      : [
          `group witnesses ${SVC_LOG_QUORUM} ${witnesses.map(({ name }) => name).join(' ')}`,
          'quorum witnesses',
        ];
  return [
    '# What this log says of itself. Trust keys that you have from somewhere else, and keep your own copy.',
    `log ${vkey} ${SVC_PUBLIC_URL}/log`,
    ...witnesses.map(({ name, vkey: key, url }) => `witness ${name} ${key} ${url}`),
    ...group,
    '',
  ].join('\n');
}

/** A terminal without colours that keeps what a command of `ops` prints. */
import type { OpsShell } from '@svc/process/ops/program';

export function recordedShell(connect: OpsShell['connect']) {
  const printed = { out: '', err: '' };
  const into = (stream: keyof typeof printed) => (text: string) => {
    printed[stream] += `${text}\n`;
  };
  const shell: OpsShell = {
    env: {},
    out: into('out'),
    err: into('err'),
    hasColour: false,
    signal: new AbortController().signal,
    connect,
  };
  return { shell, printed };
}

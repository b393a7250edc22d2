/**
 * `health` as the image's command: ends with 0 when the process of this container is ready; with a
 * port, of a command that has no admin port, when HTTP is served there.
 */
const served = process.argv[3];
const { SVC_ADMIN_PORT: port } = process.env;
const url = served ? `http://127.0.0.1:${served}/` : `http://127.0.0.1:${port}/health/ready`;
/** Below the image's own limit for a health check. */
const timeoutMs = 4_000;

const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(
  (error: Error) => error,
);
if (answer instanceof Error) console.error(answer.message);
const isWell = answer instanceof Response && (answer.ok || (served && answer.status < 500));
process.exit(isWell ? 0 : 1);

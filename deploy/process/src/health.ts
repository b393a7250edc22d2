/** `health` as the image's command: ends with 0 when the process of this container is ready. */
const { SVC_ADMIN_PORT: port } = process.env;
/** Below the image's own limit for a health check. */
const timeoutMs = 4_000;

const answer = await fetch(`http://127.0.0.1:${port}/health/ready`, {
  signal: AbortSignal.timeout(timeoutMs),
}).catch((error: Error) => error);
if (answer instanceof Error) console.error(answer.message);
process.exit(answer instanceof Response && answer.ok ? 0 : 1);

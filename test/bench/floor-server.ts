/** End of each floor's program: it listens, and `startFloor` reads its port. */
import type { FastifyInstance } from 'fastify';

export async function listen(app: FastifyInstance): Promise<void> {
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  console.log(`floor ready ${new URL(address).port}`);
  process.on('SIGTERM', () => process.exit(0));
}

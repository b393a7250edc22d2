/** What this process was built from; the image sets both variables (deploy/Dockerfile). */
export const build = {
  version: process.env.SVC_VERSION || 'development',
  /** Commit. */
  revision: process.env.SVC_REVISION || 'unknown',
};

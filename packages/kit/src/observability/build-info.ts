/** Version and revision of this build; the image sets both variables (deploy/Dockerfile). */
export const buildInfo = {
  version: process.env.SVC_VERSION || 'development',
  /** Commit. */
  revision: process.env.SVC_REVISION || 'unknown',
};

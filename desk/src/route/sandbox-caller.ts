/** How programs reach the data that the pages of the sandbox show. */
export interface SandboxCaller {
  apiUrl: string;
  key: string;
  session: string;
}

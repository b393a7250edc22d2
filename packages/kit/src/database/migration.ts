/** Forward only. `sql` runs once, inside a transaction, with the service's schema as search path. */
export interface Migration {
  /** `0001-what-it-does` */
  name: string;
  sql: string;
}

/** What is known of a name that somebody registered. */
export interface ClaimedRegistration {
  readonly name: string;
  readonly registered_at: string | null;
  /** When it may be asked about again; null when its date is known. */
  readonly due_at: string | null;
  /** The caller is to ask the registry, and for a quarter of an hour nobody else is. */
  readonly ask: boolean;
}

export interface Registration {
  /** The registrable name, such as `example.co.uk`. */
  readonly name: string;
  /** Tracked domains below it, itself included. */
  readonly domains: readonly string[];
  readonly registeredAt: string | null;
  /** When to ask again; null: never. */
  readonly dueAt: string | null;
}

/** The part of the store that knows since when names are registered. */
export interface RegistrationStore {
  /** Valid domains whose registration is not known and may be looked for, behind `after` in order of name. */
  listUnregistered(after: string | null, limit: number): Promise<readonly string[]>;
  claimRegistrations(names: readonly string[]): Promise<readonly ClaimedRegistration[]>;
  setRegistration(registration: Registration): Promise<void>;
}

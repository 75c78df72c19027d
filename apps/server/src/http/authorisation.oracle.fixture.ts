/**
 * What specification §6 (with product §1, `can`) says about each call, written down a second time and without looking at the product's
 * own rules or at what the contract says it needs: the two are compared cell by cell.
 */
export type Role = "role_vc_admin" | "role_vc_user" | "role_admin" | "role_user";
export type Persona = { name: string; role: Role | null; home: PlaceName; held: string[]; exports?: true };
export type PlaceName = "provider" | "branch" | "desk" | "hq" | "inn" | "annex" | "plain" | "plainTwo" | "other";
export type Call = { name: string; method: "GET" | "POST" | "PUT" | "DELETE"; path: string };
export type Verdict = 401 | 403 | 404 | "in";

type Place = { company: string; parent: PlaceName | null; crm: boolean };
/** The provider with a branch and a desk of it; a chain with the CRM at its headquarters; a client without any plan; a client with the CRM. */
export const PLACES: Record<PlaceName, Place> = {
  provider: { company: "provider", parent: null, crm: false },
  branch: { company: "provider", parent: "provider", crm: false },
  desk: { company: "provider", parent: "branch", crm: false },
  hq: { company: "chain", parent: null, crm: true },
  inn: { company: "chain", parent: "hq", crm: false },
  annex: { company: "chain", parent: "hq", crm: false },
  plain: { company: "plain", parent: null, crm: false },
  plainTwo: { company: "plain", parent: null, crm: false },
  other: { company: "other", parent: null, crm: true },
};

const PROVIDER_SECTIONS = ["clients", "accounts", "users", "ranks", "rfms", "customers", "campaigns", "reports"];
const CLIENT_SECTIONS = ["users", "ranks", "rfms", "customers", "campaigns", "reports"];
const CRM = ["ranks", "rfms", "customers", "campaigns", "reports"];
const reads = (sections: string[]) => sections.map((section) => `${section}/read`);

export const PERSONAS: Persona[] = [
  { name: "signed out", role: null, home: "inn", held: [] },
  { name: "vc_admin", role: "role_vc_admin", home: "provider", held: ["*"] },
  { name: "vc_user with everything", role: "role_vc_user", home: "branch", held: ["*"] },
  { name: "vc_user who reads", role: "role_vc_user", home: "branch", held: reads(PROVIDER_SECTIONS) },
  {
    name: "vc_user who edits",
    role: "role_vc_user",
    home: "branch",
    held: [
      "users/read",
      "users/edit",
      "accounts/read",
      "accounts/edit",
      "clients/read",
      "clients/edit",
      "rfms/all",
      "campaigns/read",
      "campaigns/edit",
    ],
  },
  { name: "vc_user of a desk", role: "role_vc_user", home: "desk", held: ["users/all"] },
  { name: "vc_user of the top", role: "role_vc_user", home: "provider", held: ["users/all", "accounts/all"] },
  { name: "vc_user with nothing", role: "role_vc_user", home: "branch", held: [] },
  { name: "admin of a headquarters", role: "role_admin", home: "hq", held: ["*"] },
  { name: "admin of a facility", role: "role_admin", home: "inn", held: ["*"] },
  { name: "admin without a plan", role: "role_admin", home: "plain", held: ["*"] },
  { name: "user with everything", role: "role_user", home: "inn", held: ["*"] },
  { name: "user who reads", role: "role_user", home: "inn", held: reads(CLIENT_SECTIONS) },
  {
    name: "user of two sections",
    role: "role_user",
    home: "inn",
    held: ["users/all", "customers/all", "campaigns/create"],
    exports: true,
  },
  {
    name: "user of a headquarters",
    role: "role_user",
    home: "hq",
    held: ["users/read", "users/edit", "customers/read", "campaigns/all", "rfms/edit", "reports/read"],
    exports: true,
  },
  { name: "user with crm_option", role: "role_user", home: "inn", held: ["crm_option"] },
  { name: "user with nothing", role: "role_user", home: "inn", held: [] },
];

/** Own, sibling (same company) and foreign, seen from the persona's home. */
export function targetsOf(persona: Persona): Record<"own" | "sibling" | "foreign", PlaceName> {
  switch (persona.home) {
    case "provider":
      return { own: "provider", sibling: "branch", foreign: "inn" };
    case "branch":
      return { own: "branch", sibling: "provider", foreign: "inn" };
    case "desk":
      return { own: "desk", sibling: "branch", foreign: "provider" };
    case "hq":
      return { own: "hq", sibling: "inn", foreign: "other" };
    case "plain":
      return { own: "plain", sibling: "plainTwo", foreign: "other" };
    default:
      return { own: "inn", sibling: "annex", foreign: "other" };
  }
}

type CallNeed =
  | { kind: "public" }
  | { kind: "second step" }
  | { kind: "session" }
  | { kind: "operators" }
  | { kind: "administrators"; row: "users" | "accounts" | "clients" | null }
  | { kind: "guests"; section: string; action: string }
  | {
      kind: "rows";
      section: "users" | "accounts" | "clients";
      row: "users" | "accounts" | "clients" | "groups" | null;
      action: string;
    };

// POST makes something new at a list's own address and changes something anywhere below; these differ.
const ACTIONS: Record<string, string> = {
  "imports.places": "create",
  "imports.uploadChunk": "create",
  "imports.preview": "create",
  "imports.check": "create",
  "imports.start": "create",
  "imports.cancel": "create",
  "imports.undoPreview": "create",
  "imports.undo": "create",
  "inbox.retry": "create",
  "inbox.dismiss": "create",
  "inbox.matchWord": "create",
  // Z17: whoever only reads campaigns neither counts nor previews; both belong to the editor, for a new one or an old one.
  // Documents to begin with are for whoever begins one.
  "campaigns.presets": "create",
  // Whoever makes a copy makes a campaign; what was saved is put back by who saves.
  "campaigns.copy": "create",
  "campaigns.edits": "edit",
  "campaigns.audience": "edit or create",
  "campaigns.audienceNames": "edit or create",
  "campaigns.audienceExplanation": "edit or create",
  "campaigns.ruleCounts": "edit or create",
  "campaigns.nextRuns": "edit or create",
  "campaigns.checkCondition": "edit or create",
  "campaigns.valueCounts": "edit or create",
  "campaigns.preview": "edit or create",
  "campaigns.review": "edit or create",
  "campaigns.testSends": "edit or create",
  "campaigns.previewSamples": "edit or create",
  "campaigns.testRecipients": "edit or create",
  // Conditions are kept for all who make campaigns, by each of them.
  "images.upload": "edit or create",
  "savedConditions.list": "edit or create",
  "savedConditions.create": "edit or create",
  "savedConditions.update": "edit or create",
  "savedConditions.remove": "edit or create",
  // Templates are made, changed and deleted by whoever changes campaigns.
  "mailTemplates.create": "edit",
  "mailTemplates.remove": "edit",
  "merges.propose": "edit",
  "ranks.suggest": "create",
  "rfms.candidates": "create",
  "ranks.previewNew": "create",
  // What stops is asked by whoever is about to stop it.
  "accounts.stops": "edit",
  "clients.stops": "edit",
  "accountSettings.removeLine": "edit",
  "accountSettings.askSender": "edit",
  "mailDelivery.makeDkim": "edit",
  "accountSettings.revokeKey": "edit",
  "accountSettings.replaceKey": "edit",
  "accountSettings.endKey": "edit",
  "customers.removeNote": "edit",
  "customers.erase": "delete",
  "customers.erasure": "delete",
};

/** Issue 8: files of people's data ask the switch of their own; "*" implies it. */
export const GUEST_FILES = ["grant-points", "use-points", "acquire-coupons", "use-coupons"].map(
  (name) => `customers.${name}`,
);
const OF_PEOPLE = [
  "users.export",
  "clients.billing",
  "customers.export",
  "imports.rejectionsFile",
  "customers.data",
  "couponCodes.file",
  ...GUEST_FILES,
];
const mayExport = ({ held, exports }: Persona) => exports === true || held.includes("*");

/** What a guest's page says of campaigns, for whoever may read both. */
const OF_CAMPAIGNS_TOO = ["guestCampaigns.list"];

/** What a call is about, from its address and method. Throws for an address that nobody has thought about. */
function needByAddress({ name, method, path }: Call): CallNeed {
  const [, first = "", second = "", third = ""] = path.split("/");
  if (name === "auth.verify") return { kind: "second step" };
  if (["auth", "site", "demo"].includes(first)) return { kind: "public" };
  // Views go by the need of the list that their address names: views.test.ts asks each list.
  if (
    ["profile", "menu", "postcodes", "views"].includes(first) ||
    ["accounts.picker", "accounts.endings"].includes(name)
  )
    return { kind: "session" };
  if (first === "audit" || first === "points") return { kind: "administrators", row: null };
  if (first === "jobs") return { kind: "operators" };
  // A report names a customer, so reading it needs the right to see that customer.
  if (name === "unrecognisedReports.get") return { kind: "guests", section: "customers", action: "read" };
  const byMethod = { GET: "read", PUT: "edit", DELETE: "delete", POST: second === "" ? "create" : "edit" }[method];
  const action = ACTIONS[name] ?? (path === "/accounts/groups" && method === "POST" ? "create" : byMethod);
  if (first === "users" || first === "accounts" || first === "clients") {
    if (third === "history") return { kind: "administrators", row: first };
    const group = second === "groups" && third === "{id}";
    return { kind: "rows", section: first, row: group ? "groups" : second === "{id}" ? first : null, action };
  }
  const CALLED_ELSE: Record<string, string> = {
    imports: "customers",
    merges: "customers",
    "saved-conditions": "campaigns",
    "mail-templates": "campaigns",
    images: "campaigns",
  };
  const section = CALLED_ELSE[first] ?? first;
  if (!CLIENT_SECTIONS.includes(section)) throw new Error(`${name}: say in the oracle who may call ${method} ${path}`);
  return { kind: "guests", section, action };
}

const isProvider = (persona: Persona) => persona.role === "role_vc_admin" || persona.role === "role_vc_user";
const isAdmin = (persona: Persona) => persona.role === "role_vc_admin" || persona.role === "role_admin";
const plan = (persona: Persona) => PLACES[persona.home].crm || persona.home === "inn";

/** The provider's top-level account and what is above a vc_user's own: people there are only read. */
function isAbove(persona: Persona, place: PlaceName): boolean {
  for (let above = PLACES[persona.home].parent; above !== null; above = PLACES[above].parent)
    if (above === place) return true;
  return place === "provider";
}

function affiliated(persona: Persona, place: PlaceName): boolean {
  return place === persona.home || PLACES[place].parent === persona.home;
}

/** Provider staff: all accounts. A client's admin: own ones and their children. A client's user: own ones only. */
function reaches(persona: Persona, place: PlaceName): boolean {
  return isProvider(persona) || place === persona.home || (persona.role === "role_admin" && affiliated(persona, place));
}

/** The account that owns the loyalty programme: the chain's headquarters for its facilities, else the account itself. */
function programmeOf(place: PlaceName): PlaceName {
  return PLACES[place].company === "chain" ? "hq" : place;
}

/** "*", {section}/all or exactly, within the role's set; crm_option opens the CRM while the option runs. */
function holds(persona: Persona, section: string, action: string): boolean {
  const sections = isProvider(persona) ? PROVIDER_SECTIONS : CLIENT_SECTIONS;
  if (!sections.includes(section)) return false;
  if (section === "rfms" && !isProvider(persona) && !plan(persona)) return false;
  const { held } = persona;
  if (held.includes("*") || held.includes(`${section}/all`) || held.includes(`${section}/${action}`)) return true;
  return held.includes("crm_option") && plan(persona) && CRM.includes(section);
}

/** The per-row rules of §6: the actions on a row that lies at `place`; an empty list is a row one does not see. */
export function rowActions(
  persona: Persona,
  row: "users" | "accounts" | "clients" | "groups",
  place: PlaceName,
): string[] {
  const held = (section: string) =>
    ["read", "create", "edit", "delete"].filter((action) =>
      persona.held.some((each) => ["*", `${section}/all`, `${section}/${action}`].includes(each)),
    );
  switch (row) {
    case "users":
      if (persona.role === "role_vc_admin") return ["read", "edit"];
      if (persona.role === "role_vc_user")
        return isAbove(persona, place) || !holds(persona, "users", "edit") ? ["read"] : ["read", "edit"];
      if (!reaches(persona, place)) return [];
      return persona.role === "role_admin" || holds(persona, "users", "edit") ? ["read", "edit"] : ["read"];
    case "accounts": {
      if (persona.role === "role_user") return persona.home === place ? ["read"] : [];
      if (isProvider(persona) && affiliated(persona, place)) return ["read"];
      if (persona.role === "role_vc_admin") return ["read", "create", "edit", "delete"];
      if (persona.role === "role_vc_user") return held("accounts");
      if (!affiliated(persona, place)) return [];
      // The only listed account with a CRM option of its own is the headquarters.
      const active =
        PLACES[place].parent === null ? reaches(persona, "hq") && persona.home === "hq" : PLACES[place].crm;
      return plan(persona) && active ? ["read", "edit"] : ["read"];
    }
    case "clients":
      if (persona.role === "role_vc_admin") return ["read", "create", "edit", "delete"];
      if (persona.role === "role_vc_user") return held("clients");
      return PLACES[persona.home].company === PLACES[place].company ? ["read"] : [];
    case "groups":
      // Named sets of accounts: the provider's to make, read by whoever is in them.
      if (isProvider(persona)) return held("accounts").filter((action) => action !== "create");
      return reaches(persona, place) ? ["read"] : [];
  }
}

/** Billing and options are between provider and client: a client cannot give them to itself. */
const PROVIDERS_PART = ["accounts.updatePayment", "accounts.updateOptions", "accounts.activate"];

/** A clerk reads names and contacts of the own account, not how it is connected to other systems. */
const CLOSED_TO_CLERKS = [
  "customerTypes",
  "bookingChannels",
  "line",
  "registrationCard",
  "keys",
  "keyCalls",
  "members",
].map((name) => `accountSettings.${name}`);

/**
 * Product §1 and §9: keys, customer types, booking channels and the registration card of a facility that its headquarters' CRM option
 * covers ask `customers/edit` at the facility. Clerks do not read them, so they do not change them.
 */
const CONNECTIONS =
  `createKey updateKey replaceKey endKey revokeKey createCustomerType updateCustomerType createBookingChannel
  updateBookingChannel updateRegistrationCard`
    .split(/\s+/)
    .map((name) => `accountSettings.${name}`);

function connects(persona: Persona, place: PlaceName): boolean {
  const headquarters = PLACES[place].parent;
  if (persona.role !== "role_admin" || headquarters === null || !reaches(persona, place)) return false;
  return PLACES[headquarters].crm && holds(persona, "customers", "edit");
}

export function verdict(persona: Persona, call: Call, place: PlaceName): Verdict {
  const need = needByAddress(call);
  if (need.kind === "public") return "in";
  if (persona.role === null) return 401;
  if (need.kind === "session" || need.kind === "second step") return "in";
  // An account asked for by ?account_id= that is out of reach does not exist.
  const byAddress = need.kind === "guests" || need.kind === "operators" || need.row === null;
  if (byAddress && !reaches(persona, place)) return 404;
  if (need.kind === "guests") {
    // product §1: what belongs to a whole programme is changed with the right on the programme account.
    const ofProgramme =
      ["campaigns", "ranks", "rfms"].includes(need.section) ||
      call.path.startsWith("/merges") ||
      call.path.includes("/point-grant-requests/") ||
      call.path.endsWith("/erasure");
    const programmeWide = ofProgramme && need.action !== "read";
    if (programmeWide && !reaches(persona, programmeOf(place))) return 403;
    if (!need.action.split(" or ").some((action) => holds(persona, need.section, action))) return 403;
    if (OF_CAMPAIGNS_TOO.includes(call.name) && !holds(persona, "campaigns", "read")) return 403;
    if (OF_PEOPLE.includes(call.name) && !mayExport(persona)) return 403;
    return isProvider(persona) && need.section === "rfms" && need.action !== "read" ? 403 : "in";
  }
  // What stands still of all clients is the provider's administrators' to look at.
  if (need.kind === "operators") return isAdmin(persona) && isProvider(persona) ? "in" : 403;
  if (need.kind === "administrators") {
    if (!isAdmin(persona)) return 403;
    return need.row === null || rowActions(persona, need.row, place).length > 0 ? "in" : 404;
  }
  const { section, row, action } = need;
  // The provider invoices from the billing file; a client has none of its own.
  const byRow = ["clients/read", "accounts/read", "accounts/edit"].includes(`${section}/${action}`);
  const byRowAlone = byRow && !isProvider(persona) && call.name !== "clients.billing";
  if (!byRowAlone && !holds(persona, section, action)) return 403;
  // It shows each account's contract and payment: whoever may not read accounts has no such file.
  if (call.name === "clients.billing" && !holds(persona, "accounts", "read")) return 403;
  if (OF_PEOPLE.includes(call.name) && !mayExport(persona)) return 403;
  if (row === null)
    return call.name === "users.create" && persona.role === "role_vc_user" && isAbove(persona, place) ? 403 : "in";
  const actions = rowActions(persona, row, place);
  if (actions.length === 0) return 404;
  // The users list knows read and edit only: deactivating asks the row's edit beside users/delete.
  if (CONNECTIONS.includes(call.name) && connects(persona, place)) return "in";
  if (!actions.includes(row === "users" && action === "delete" ? "edit" : action)) return 403;
  if (persona.role === "role_user" && CLOSED_TO_CLERKS.includes(call.name)) return 403;
  return !isProvider(persona) && PROVIDERS_PART.includes(call.name) ? 403 : "in";
}

/** Every action that some call asks a person of the role for, from addresses and methods alone. */
export function requestedActions(role: Role, calls: readonly Call[]): string[] {
  const sections = role === "role_vc_admin" || role === "role_vc_user" ? PROVIDER_SECTIONS : CLIENT_SECTIONS;
  const need = calls.flatMap((call) => {
    const about = needByAddress(call);
    if (about.kind !== "guests" && about.kind !== "rows") return [];
    return about.action.split(" or ").map((action) => `${about.section}/${action}`);
  });
  // §6: RFM pages are closed to provider roles for editing.
  const closed = sections === PROVIDER_SECTIONS ? ["rfms/create", "rfms/edit", "rfms/delete"] : [];
  return [...new Set(need)].filter((each) => sections.includes(each.split("/")[0] ?? "") && !closed.includes(each));
}

/** Calls that are about one row of their section, so that the row's id goes into the address. */
export function rowOf(call: Call): "users" | "accounts" | "clients" | "groups" | null {
  const need = needByAddress(call);
  return need.kind === "rows" || need.kind === "administrators" ? need.row : null;
}

/** Calls whose answer does not depend on an account. */
export function isUntargeted(call: Call): boolean {
  return ["public", "second step", "session"].includes(needByAddress(call).kind);
}

/** Calls with the same key are ruled alike by everything above. */
export function needOf(call: Call): string {
  const special = [OF_PEOPLE, OF_CAMPAIGNS_TOO, PROVIDERS_PART, CLOSED_TO_CLERKS, CONNECTIONS, ["users.create"]].flat();
  return JSON.stringify([needByAddress(call), special.includes(call.name) ? call.name : null]);
}

// Rules that judge a failed delivery from any source: an SMTP reply, a delivery report, a notice in plain text, SendGrid.
// The dangerous error is "hard" for a working address: the guest gets no more mail. In doubt the verdict is therefore "soft".

/** The SMTP command that was refused; null where nothing names it. */
export type DeliveryPhase = "connect" | "mail" | "rcpt" | "data" | null;

export type DeliveryRule = {
  /** Names the rule in logs and tests. */
  name: string;
  /** `hard`: the address, its domain or its mailbox does not exist (any more). */
  verdict: "hard" | "soft";
  /**
   * A soft failure of the mailbox (full, disabled, closed to strangers). Only these count towards the limit of an address: refusals of our
   * server or our mail would otherwise stop every guest of a provider that blocks us for a month.
   */
  isAboutMailbox?: true;
  /** Enhanced status code (RFC 3463); empty where none was given. */
  code?: RegExp;
  /** Three-digit SMTP reply; empty where none was given. */
  reply?: RegExp;
  words?: RegExp;
  phase?: readonly DeliveryPhase[];
  /** Where the rule comes from. */
  source: string;
};

/** The recipient is unknown, in the words of servers that were seen. Addresses and links are cut out before. */
const NO_SUCH_RECIPIENT = new RegExp(
  [
    "unknown (or illegal )?(user|recipient|address|account|mailbox|alias|local.?part|destination|addressee)",
    "(user|recipient|address|account|mailbox|addressee|alias|subscriber)( name| account| address)?( is| was|:)? ?(unknown|not (found|known|recogni[sz]ed|valid|listed|available here)|invalid|nonexistent|non-existent)",
    "(user|recipient|address|account|mailbox|addressee|alias|subscriber|name)[^.;\\n]{0,60}(does ?n.?t|does not|do not|did not|no longer) exists?",
    "(no longer|not) (a )?(valid|registered|active member|known) (here|user|recipient|mailbox|address|gateway user)",
    "no such (user|recipient|address|account|mailbox|person|local|alias|mail ?drop|addressee)",
    "no (mailbox|account|user|recipient)s? (here )?(by|with|under|of) (that|this) (name|address)|no mailbox here|no valid recipients for this",
    "not a (valid|known|registered) (user|recipient|mailbox|address|gateway user)|not our (customer|user)|has no (account|mailbox)",
    "invalid (final delivery )?(user(id)?|recipient|mailbox|address|addressee|destination)|(user|recipient|mailbox|address)(id)? invalid",
    "(address|user|mailbox|account|recipient) (is |was )?(not present|not exist|missing home directory|not local|no longer (accepts|active))|not an active (address|mailbox|user)|not in (my|our) (validrcptto|user|recipient) list|badrcptto|there is no (one|such) ",
    "(user|account|mailbox|address) (no longer|has been|was|is)? ?(exists?|deleted|removed|closed)|(user|account|mailbox|address) no longer available|no longer (valid|available|with us|in use|works? (here|at))|nonexist|non-exist|unknown virtual user|nessuna casella",
    "user doesn.?t (exist|have)|doesn.?t have an? [^ ]* ?account|couldn.?t be found|(address|mailbox) (could|can) ?not be found|(wasn.?t|not) found at the destination",
    "recipient ?not ?found|p=nosuchuser|bad destination mailbox",
    "not listed in[^.\\n]{0,20}(name|domino|directory|address)|ディレクトリのリストにありません",
    "unbekannte[rs]? (empf|benutzer|adresse)|(benutzer|empf.{1,2}nger|postfach|mailbox|adresse|konto)s?\\b[^.\\n]{0,60}(unbekannt|existiert nicht|nicht (gefunden|vorhanden|bekannt|existent))",
    "(destinataire|utilisateur|adresse|bo.{1,2}te|compte)\\b[^.\\n]{0,40}(n.?existe p|inexistant|inconnu|invalide|introuvable)",
    "(usuario|destinatario|buz.{1,2}n|cuenta|direcci.{1,2}n)\\b[^.\\n]{0,40}(no existe|inexistente|desconocid|no (fue|ha sido|se ha) encontrad)|no existe (el|la|ning)",
    "(utente|destinatario|casella|indirizzo|account)\\b[^.\\n]{0,40}(non esiste|no esiste|inesistente|sconosciut|non (è stato )?trovat)|(destinat.rio|usu.rio|endere.o|conta|caixa)\\b[^.\\n]{0,40}(n.{1,2}o existe|inexistente|desconhecid)",
    "(宛先|あて先|送信先|受信者|メールアドレス|ユーザー?|アカウント).{0,20}(不明|存在しま|存在しない|見つかりま|登録されてい(ま|な)|現在使(われ|用され)て|削除され|解約|無効)|存在しない(宛先|メールアドレス|ユーザー|アカウント)|メールアドレスが(間違|誤)",
    "(收件人|收件者|接收者|用户|用戶|邮箱|郵箱|信箱|帐号|账号|帳號).{0,12}(不存在|未找到|找不到|无效|無效|已注销)|找不到(收件|用户|用戶|邮箱)|不存在的?(收件|用户|用戶|邮箱)",
    "(수신자|수신인|받는 ?사람|사용자|계정|메일 ?주소|메일박스).{0,20}(존재하지|찾을 ?수 ?없|없는 |없습니다|알 ?수 ?없)|존재하지 ?않는 ?(사용자|계정|메일|수신)",
  ].join("|"),
  "i",
);

/** May be said of a mailbox that exists: any clearer words in the text decide first. */
const NO_MAILBOX = /(mailbox|address) (is )?(unavailable|not available)|undeliverable address/i;

/** The address moved, and its host does not forward. */
const MOVED = /(user|recipient|mailbox|address|account) (has|have) (been )?moved|has moved to|アドレスが変更/i;

/** The domain does not exist or takes no mail, in the words of the server that looked for it. */
const NO_SUCH_HOST = new RegExp(
  [
    "(host|domain)( or domain)?( name)?( is| was|:)? ?(unknown|not found|does ?n.?t exist|does not exist|nonexistent|non-existent|invalid)",
    "unknown (host|domain)|no such (host|domain)|unrouteable|un?routable|illegal host|bad destination (host|system)|no route to (the )?(domain|host)|no mail servers appear to exist",
    "no (mx|mail exchanger|a record|dns)[^.\\n]{0,30}(found|exist|record)|nxdomain|null mx|(host|domain) does not (accept|receive) (e-?)?mail|(host|domain)[^.\\n]{0,40}no mail server",
    "couldn.?t find any host|(host|domain)[^.\\n]{0,40}couldn.?t be found|ドメイン.{0,10}(存在しま|見つかりま)",
  ].join("|"),
  "i",
);

/** About the sender: its address, domain, server or reputation. */
const SENDER = new RegExp(
  [
    "(sender|originator|mail.?from|return.?path|reverse.?path|envelope.?from|from (address|header|domain))\\b[^.\\n]{0,80}(reject|unknown|not (found|exist|allowed|valid|accepted|match)|invalid|does not|denied|refus|block|listed|verif|mismatch|illegal|forged|missing)",
    "(reject|unknown|invalid|illegal|unverified|unauthenticated|unauthori[sz]ed|bad|verify|forged|blocked|denied)\\b[^.\\n]{0,20} (sender|from:|originator|mail.?from)|domain of sender|valid from|from: domain",
    "your (ip|server|host|domain|network|provider|isp|sender|address|e-?mail address|mail server)\\b|sending (ip|server|host|domain)|client (host|ip)|return address|reply-to\\b|sent from|your host ?name|(差出人|送信元|発信者|发件人|發件人|寄件者|寄件人|보낸 ?사람|발신자|발신인)",
    "(absender|exp.{1,2}diteur|remitente|mittente|remetente)s?\\b[^.\\n]{0,60}(nicht|existe|unbekannt|abgelehnt|gesperrt|inconnu|inexist|inesist|refus|rejet|bloqu|desconoc|desconhec|rechaz|rifiut|sconosc|non )",
  ].join("|"),
  "i",
);
/** Refused for a list, a reputation or a filter. */
const BLOCKED =
  /\bblock(ed|ing|list|ed by)?\b|(black|deny|block) ?-?list|\brbls?\b|dnsbl|spamhaus|spamcop|barracudacentral|reputation|\bbanned\b|\bbarred\b|abus(e|ive)|\bspam|junk|unsolicited|bulk mail|virus|malware|phish|suspicious|content filter|content (reject|denied|block)|suspected|迷惑メール|受信拒否|垃圾|拒收|黑名单|黑名單|스팸|차단|gesperrt|blockiert|bloqu[eé]/i;
/** Refused for who we could not prove to be. */
const AUTHENTICATION =
  /\bspf\b|\bdkim\b|\bdmarc\b|sender.?id|authenticat|authoriz|\bsmtp auth|reverse (dns|lookup)|\br?dns (record|entr|fail|lookup)|\bptr\b|\brdns\b|helo|ehlo|\btls\b|starttls|encryption (needed|required)|certificate|relay(ing)?\b(?! recipient)|open relay|not (a )?permitted to|なりすまし/i;
/** Too much at once, or more than is allowed. */
const RATE =
  /too (many|fast|much)|rate.?limit|throttl|frequen|(receiving|sending)[^.\n]{0,40}\brate\b|connection limit|connections? (from|limit|rate)|daily (relay )?quota|exceeded the (max|number)|try (again )?later|temporar|currently (unavailable|not available)|gr[ea]y.?list|(not found|unknown),? (please )?try again|limit exceeded|(internal|system|server|database|ldap|lookup|directory) (server )?(error|fail|unavailable)|error looking up|verification in progress|vor.bergehend|一時的|しばらく|流量|频率/i;
/** The form of the mail. */
const CONTENT =
  /message (size|too (big|large))|due to content|too (big|large)|size limit|maximum (message )?size|(fixed|maximum) (maximum )?message|headers? (error|reject|invalid|missing)|\bmime\b|attachment|rfc ?5?[38]22|bare (cr|lf)|line (length|limit)|syntax error|protocol (violation|error)|malformed|hop count|mail loop|\bloops?\b|routing loop/i;
/** The reader's own settings refuse the mail: the mailbox exists. */
const CHOICE =
  /(recipient|user|reader|mailbox|subscriber)[^.\n]{0,60}(preference|only accept|accepts? [^.\n]{0,20}only|(does not|doesn.t) accept [^.\n]{0,20}from|refus\w* to (accept|receive)|rejects? (this|your|mail)|restrict|user rules|not accepting (any )?(mail|messages))|user rules|recipient preferences|notauthorized|protected by|unavailable or access denied|you have been blocked by the recipient|extended inactivity/i;
/** Not allowed by somebody's rule, who is not said to be the address. */
const POLICY =
  /polic(y|ies)|access denied|permission|not allowed|prohibit|forbidden|refused to (accept|deliver)|not accept(ing|ed)? (messages|mail|e-?mail) from|restricted|not (a )?member|administrative/i;
/** Of a mailbox that exists. */
const MAILBOX =
  /(over|out of|exceed\w*|disk|storage|mailbox|user|mail) ?-?quota|quota (exceeded|full|is full)|(mailbox|mailfolder|inbox|folder|disk|storage|account)[^.\n]{0,40}\b(full|exceed)|over.?quota|\bfull\b[^.\n]{0,20}(mailbox|folder)|insufficient (system )?(storage|disk|space)|no space|容量.{0,20}(超|いっぱい|不足)|(メールボックス|受信箱).{0,10}(いっぱい|一杯|満杯)|(邮箱|郵箱|信箱|空间|空間).{0,6}(已满|已滿|满|不足)|용량.{0,10}(초과|부족)|(postfach|mailbox)[^.\n]{0,30}\bvoll\b|bo.{1,2}te[^.\n]{0,40}pleine|(buz.{1,2}n|casella|caixa)[^.\n]{0,40}(llen[oa]|pien[ao]|chei[oa])|cuota|(account|mailbox|user)\b[^.\n]{0,60}(disabled|suspended|inactive|frozen|locked|deactivated|expired|closed temporarily)|\b(disabled|suspended|inactive|frozen|on hold)\b/i;
/** Nobody answered in time. */
const EXPIRED =
  /retry time(out)? |timeout exceeded|(delivery|message|envelope|queue)[^.\n]{0,30}expired|expired|in the queue too long|not delivered within|(unable to|could not|couldn.?t|cannot|can.?t|did not accept our requests to) connect|connection (refused|timed? ?out|reset|lost|dropped)|time[ds]?[ -]?out|unreachable|not reachable|not respond|no answer|socket error|could not (be delivered|deliver) (for|within)|failing for a long time|multiple retries|giving up(?! on \d)|delayed|network (error|problem)|malformed or unexpected name server|temporary failure/i;

/**
 * The first that fits decides. Codes are those of RFC 3463 and the registry of enhanced status codes (RFC 5248); words were collected from
 * manuals of the named services and from published bounce reports (fixtures/bounces).
 */
export const DELIVERY_RULES: readonly DeliveryRule[] = [
  { name: "temporary code", verdict: "soft", code: /^4\./, source: "RFC 3463 §2" },
  { name: "temporary reply", verdict: "soft", reply: /^4/, source: "RFC 5321 §4.2.1" },
  {
    name: "before the recipient was named",
    verdict: "soft",

    phase: ["connect", "mail"],
    source: "RFC 5321 §3.3: the recipient is named by RCPT",
  },
  {
    name: "Yahoo: no such account",
    verdict: "hard",
    words: /this user doesn.?t have an? \S+ account/i,
    source: "Yahoo, SMTP error codes: 554 delivery error: dd",
  },
  {
    name: "SendGrid: no such domain",
    verdict: "hard",
    words: /unable to get mx info[^\n]{0,200}no such host/i,
    source: "SendGrid, reason of a bounce",
  },
  {
    name: "au: refused by the reader's settings",
    verdict: "soft",
    isAboutMailbox: true,
    words: /\b550:? ?: user unknown/i,
    source: "au (KDDI) answers “550 : User unknown” after DATA, and “550 <address>: User unknown” to RCPT",
  },
  {
    name: "unknown user after the text",
    verdict: "soft",
    isAboutMailbox: true,
    phase: ["data"],
    words: NO_SUCH_RECIPIENT,
    source:
      "Filters of docomo and au refuse a mail that the reader's own settings exclude with “Unknown user” after DATA",
  },
  {
    name: "after the text",
    verdict: "soft",

    phase: ["data"],
    source: "RFC 5321 §3.3: DATA is accepted or refused for what the mail holds",
  },
  {
    name: "Exchange Online: recipient is not in the directory",
    verdict: "hard",
    code: /^5\.(4\.1|7\.1|1\.10)$/,
    words: /recipient address(es)? rejected ?: access denied/i,
    source: "Microsoft, directory-based edge blocking",
  },
  { name: "domain takes no mail", verdict: "hard", code: /^5\.1\.10$/, source: "RFC 7505 §4.2; Microsoft 5.1.10" },
  {
    name: "domain takes no mail, in words",
    verdict: "hard",
    words: /^(?!.*sender).*((host|domain)[^\n]{0,80}does not accept (e-?)?mail|null ?mx)/i,
    source: "RFC 7505; Sendmail 8.16 gives 5.7.27 for a recipient's null MX too",
  },
  { name: "sender's address", verdict: "soft", code: /^5\.1\.[78]$/, source: "RFC 3463 §3.2" },
  { name: "policy code", verdict: "soft", code: /^5\.7\./, source: "RFC 3463 §3.8, RFC 7372" },
  { name: "content code", verdict: "soft", code: /^5\.6\./, source: "RFC 3463 §3.7" },
  { name: "mailbox code", verdict: "soft", isAboutMailbox: true, code: /^5\.2\.[0234]$/, source: "RFC 3463 §3.3" },
  { name: "sender in words", verdict: "soft", words: SENDER, source: "seen" },
  { name: "blocked in words", verdict: "soft", words: BLOCKED, source: "seen" },
  { name: "authentication in words", verdict: "soft", words: AUTHENTICATION, source: "seen" },
  {
    name: "address code and words",
    verdict: "hard",
    code: /^5\.1\.[012346]$/,
    words: NO_SUCH_RECIPIENT,
    source: "RFC 3463 §3.2",
  },
  {
    name: "other address status",
    verdict: "hard",
    code: /^5\.1\.0$/,
    words: /(recipient|address) (was )?rejected/i,
    source: "Google Workspace, 550 #5.1.0 Address rejected",
  },
  { name: "reader's choice in words", verdict: "soft", isAboutMailbox: true, words: CHOICE, source: "seen" },
  { name: "mailbox in words", verdict: "soft", isAboutMailbox: true, words: MAILBOX, source: "seen" },
  { name: "rate in words", verdict: "soft", words: RATE, source: "seen" },
  { name: "content in words", verdict: "soft", words: CONTENT, source: "seen" },
  { name: "expired in words", verdict: "soft", words: EXPIRED, source: "seen" },
  {
    name: "address code",
    verdict: "hard",
    code: /^5\.1\.[12346]$/,
    source: "RFC 3463 §3.2: bad mailbox, bad system, bad syntax, ambiguous, moved",
  },
  { name: "moved in words", verdict: "hard", words: MOVED, source: "RFC 5321 §3.4, reply 551" },
  {
    name: "no such domain in a server's reply",
    verdict: "hard",
    reply: /^5/,
    words:
      /host unknown|unroute?able|un?routable|illegal host|bad destination|no route to|recipient[^.\n]{0,40}domain|domain[^.\n]{0,40}recipient/i,
    source:
      "A server that refuses a mail because it finds no domain speaks of the sender's, unless it names the recipient",
  },
  {
    name: "no such domain in words",
    verdict: "hard",
    reply: /^$/,
    words: NO_SUCH_HOST,
    source: "seen: the words of our own or a forwarding server",
  },
  { name: "no such recipient in words", verdict: "hard", words: NO_SUCH_RECIPIENT, source: "seen" },
  { name: "no mailbox in words", verdict: "hard", words: NO_MAILBOX, source: "RFC 5321 §4.2.3, reply 550" },
  { name: "policy in words", verdict: "soft", words: POLICY, source: "seen" },
  {
    name: "no way to the domain",
    verdict: "hard",
    code: /^5\.4\.(4|310)$/,
    source: "RFC 3463 §3.5: unable to route; Microsoft 5.4.310",
  },
];

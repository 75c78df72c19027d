import { ledgerExplainsItself } from "./explained-ledger.fixture.ts";

ledgerExplainsItself(8);

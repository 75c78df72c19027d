import { undoTakesBack } from "./undo-properties.fixture.ts";

undoTakesBack(4);

/** All words of the console in English, and those of the platform's errors. */
import errors from "../../../../../services/lobby/galaxytables_lobby/words/en/errors.ftl?raw";
import own from "../../words/en/console.ftl?raw";

export default [own, errors];

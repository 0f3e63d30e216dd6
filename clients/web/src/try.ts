/** The page at `/try`: every call of `/openapi.json`, to be made by hand. It is for developers, and in English. */
import "swagger-ui-dist/swagger-ui.css";
import SwaggerUI from "swagger-ui-dist/swagger-ui-es-bundle.js";

SwaggerUI({
  url: "/openapi.json",
  dom_id: "#try",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: -1,
  tryItOutEnabled: true,
  // It would ask a server elsewhere.
  validatorUrl: null,
});

namespace GalaxyTables.Example;

// The parts of messages that this client reads. JSON leaves out zeros and empty lists, so each has a default.

/// <summary>A question to a seat, which is answered with some of its options.</summary>
public sealed record Prompt
{
    public string Id { get; init; } = "";
    public string Kind { get; init; } = "";
    public List<string> DefaultPicks { get; init; } = [];
}

public sealed record Score
{
    public int Seat { get; init; }
    public int Total { get; init; }
    public int Rank { get; init; }
}

/// <summary>What is new at a table, and which prompts are open for the seat that looks.</summary>
public sealed record Update
{
    public string State { get; init; } = "";
    public List<Prompt> Prompts { get; init; } = [];
    public List<Score> Scores { get; init; } = [];
}

public sealed record WatchTableResponse
{
    public Update? Update { get; init; }
}

public sealed record CreateGuestResponse
{
    public string Token { get; init; } = "";
}

public sealed record Table
{
    public string Id { get; init; } = "";
}

public sealed record CreateTableResponse
{
    public Table Table { get; init; } = new();
}

/// <summary>An answer of which nothing is read.</summary>
public sealed record Nothing;

/// <summary>An error as Connect says it.</summary>
public sealed record ConnectError
{
    public string Code { get; init; } = "";
    public string Message { get; init; } = "";
    public List<ErrorDetail> Details { get; init; } = [];
}

public sealed record ErrorDetail
{
    public ErrorInfo? Debug { get; init; }
}

public sealed record ErrorInfo
{
    public string? Reason { get; init; }
}

/// <summary>How a stream ended: well, or with an error.</summary>
public sealed record EndOfStream
{
    public ConnectError? Error { get; init; }
}

/// <summary>The server refused a call.</summary>
public sealed class RefusedException(ConnectError error) : Exception(error.Message)
{
    public string Code { get; } = error.Code;

    /// <summary>What the refusal is about, such as PROMPT_CLOSED.</summary>
    public string Reason { get; } =
        error.Details.Select(detail => detail.Debug?.Reason).FirstOrDefault(reason => reason is not null) ?? error.Code;

    /// <summary>Whether the same request may succeed a little later.</summary>
    public bool IsAway => Code == "unavailable";
}

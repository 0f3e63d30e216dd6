// A client in C#: it plays a whole game against bots over HTTP, with .NET's own libraries alone.
using GalaxyTables.Example;

var options = new Dictionary<string, string>
{
    ["--gateway"] = "http://127.0.0.1:5180",
    ["--game"] = "jump",
    ["--bot"] = "random",
    ["--seats"] = "2",
    ["--name"] = "Ada",
};
foreach (var pair in args.Chunk(2))
{
    if (pair.Length != 2 || !options.ContainsKey(pair[0]))
    {
        Console.Error.WriteLine($"usage: {string.Join(" ", options.Select(each => $"[{each.Key} {each.Value}]"))}");
        return 2;
    }
    options[pair[0]] = pair[1];
}

try
{
    using var lobby = new Lobby(options["--gateway"]);
    await PlayAsync(lobby, options["--game"], options["--bot"], int.Parse(options["--seats"]), options["--name"]);
    return 0;
}
catch (RefusedException refused)
{
    Console.Error.WriteLine($"{refused.Reason}: {refused.Message}");
    return 1;
}
catch (Exception error) when (error is HttpRequestException or IOException or OperationCanceledException)
{
    Console.Error.WriteLine(error.Message);
    return 1;
}

// Opens a private table, seats bots, answers every prompt, and prints the points.
static async Task PlayAsync(Lobby lobby, string game, string bot, int seats, string name)
{
    lobby.Token = (await lobby.CallAsync<CreateGuestResponse>("PlayerService/CreateGuest", new { name })).Token;
    var created = await lobby.CallAsync<CreateTableResponse>(
        "TableService/CreateTable",
        new { game, seats, visibility = "VISIBILITY_PRIVATE", requestId = Lobby.NewRequestId() });
    var tableId = created.Table.Id;
    for (var seat = 1; seat < seats; seat++)
    {
        await lobby.CallAsync<Nothing>("TableService/AddBot", new { tableId, bot, requestId = Lobby.NewRequestId() });
    }
    await lobby.CallAsync<Nothing>("TableService/StartTable", new { tableId, requestId = Lobby.NewRequestId() });
    Console.WriteLine($"table {tableId}");

    var answered = new HashSet<string>();
    var last = new Update();
    await foreach (var update in lobby.WatchAsync(tableId))
    {
        last = update;
        foreach (var prompt in update.Prompts.Where(prompt => !answered.Contains(prompt.Id)))
        {
            await AnswerAsync(lobby, tableId, prompt);
            answered.Add(prompt.Id);
        }
    }
    Console.WriteLine($"answered {answered.Count} prompts");
    foreach (var score in last.Scores)
    {
        Console.WriteLine($"seat {score.Seat}: {score.Total} points, rank {score.Rank}");
    }
}

// Gives a prompt its default. A front end would ask its player here.
static async Task AnswerAsync(Lobby lobby, string tableId, Prompt prompt)
{
    var choice = new { tableId, promptId = prompt.Id, picks = prompt.DefaultPicks, requestId = Lobby.NewRequestId() };
    try
    {
        await lobby.CallAsync<Nothing>("PlayService/SubmitChoice", choice);
    }
    catch (RefusedException refused) when (refused.Reason == "PROMPT_CLOSED")
    {
        // The clock or an earlier answer was quicker.
    }
}
